//! Things made once per process and shared by all engines: weights, small tables.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

type Shelf = Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>;

/// The one value of this type, made when first asked for.
pub(crate) fn once<T: Send + Sync + 'static>(make: impl FnOnce() -> T) -> Arc<T> {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    // Made under the lock, so that nothing is made twice; what a panic left behind is whole values only.
    let mut shelf = SHELF.get_or_init(Shelf::default).lock().unwrap_or_else(PoisonError::into_inner);
    let value = shelf.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(make()));
    value.clone().downcast().expect("the value under a type's id is of that type")
}

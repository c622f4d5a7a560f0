//! A connection in a thread of its own, which does what arrives in groups.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use tokio::sync::oneshot;

use crate::sql::{Sql, StoreError};

/// No group is larger.
const MOST: usize = 200;

/// Makes a connection, again if the last one is gone.
pub(crate) type Connect = Box<dyn Fn() -> Result<Box<dyn Sql>, StoreError> + Send>;

/// Something to do with a connection, answered when it is safe.
trait Job: Send {
    /// Does it; an error says that it failed and must leave no trace.
    fn run(&mut self, sql: &mut dyn Sql) -> Result<(), StoreError>;
    /// Answers.
    fn finish(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Task<T, F> {
    work: Option<F>,
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: FnOnce(&mut dyn Sql) -> Result<T, StoreError> + Send,
{
    fn run(&mut self, sql: &mut dyn Sql) -> Result<(), StoreError> {
        self.result = self.work.take().map(|work| work(sql));
        match &self.result {
            Some(Err(error)) => Err(error.clone()),
            _ => Ok(()),
        }
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let result = match (self.result, committed) {
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (Some(result), Ok(())) => result,
            (None, Ok(())) => Err(StoreError::Unavailable("it was not tried".into())),
        };
        // Whoever asked may have gone.
        let _ = self.reply.send(result);
    }
}

/// Hands work to a thread.
#[derive(Clone)]
pub(crate) struct Desk(Sender<Box<dyn Job>>);

impl Desk {
    /// Starts a thread that writes: each group is one transaction.
    pub(crate) fn writer(name: &str, connect: Connect) -> std::io::Result<Desk> {
        let (desk, jobs) = mpsc::channel();
        thread::Builder::new().name(name.to_owned()).spawn(move || write(&jobs, &connect))?;
        Ok(Desk(desk))
    }

    /// Starts a thread that reads.
    pub(crate) fn reader(name: &str, connect: Connect) -> std::io::Result<Desk> {
        let (desk, jobs) = mpsc::channel();
        thread::Builder::new().name(name.to_owned()).spawn(move || read(&jobs, &connect))?;
        Ok(Desk(desk))
    }

    /// Has something done.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::Unavailable("its thread has ended".into());
        self.0.send(Box::new(Task { work: Some(work), result: None, reply })).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

fn write(jobs: &Receiver<Box<dyn Job>>, connect: &Connect) {
    let mut connection: Option<Box<dyn Sql>> = None;
    while let Ok(first) = jobs.recv() {
        let mut group = vec![first];
        // While the last group was written others came: they travel together.
        while group.len() < MOST
            && let Ok(next) = jobs.try_recv()
        {
            group.push(next);
        }
        let committed = connected(&mut connection, connect).and_then(|sql| commit(sql, &mut group));
        if let Err(error) = &committed {
            tracing::error!(%error, jobs = group.len(), "a group was not stored");
        }
        group.into_iter().for_each(|job| job.finish(committed.clone()));
    }
}

/// One transaction for all; a job that fails leaves no trace and does not harm the others.
fn commit(sql: &mut dyn Sql, group: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    let tried = (|| {
        sql.batch(sql.begin())?;
        for job in group.iter_mut() {
            match job.run(sql) {
                Ok(()) => sql.batch("RELEASE SAVEPOINT job; SAVEPOINT job")?,
                // With a full disk the whole transaction is gone: what went wrong first is told to everybody.
                Err(error) => sql.batch("ROLLBACK TO SAVEPOINT job").map_err(|_| error)?,
            }
        }
        sql.batch("RELEASE SAVEPOINT job; COMMIT")
    })();
    if tried.is_err() {
        // Nothing to roll back if the connection is gone, or has done so itself.
        let _ = sql.batch("ROLLBACK");
    }
    tried
}

fn read(jobs: &Receiver<Box<dyn Job>>, connect: &Connect) {
    let mut connection: Option<Box<dyn Sql>> = None;
    while let Ok(mut job) = jobs.recv() {
        let done = connected(&mut connection, connect).map(|sql| _ = job.run(sql));
        job.finish(done);
    }
}

fn connected<'a>(
    connection: &'a mut Option<Box<dyn Sql>>,
    connect: &Connect,
) -> Result<&'a mut dyn Sql, StoreError> {
    if connection.as_mut().is_some_and(|sql| !sql.is_usable()) {
        *connection = None;
    }
    let sql = match connection.take() {
        Some(sql) => sql,
        None => connect()?,
    };
    Ok(connection.insert(sql).as_mut())
}

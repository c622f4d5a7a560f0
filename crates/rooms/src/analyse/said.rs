//! What the room of analysis says.

damka_web::catalogue! {
    /// What the room of analysis says.
    Said:
    title tabs tab_moves tab_setup tab_files at_start review_it review_title review_progress review_done
    review_stop graph graph_at accuracy no_faults best_played better answer cost try_it show_line learn
    learn_number learn_ask learn_wrong learn_checking learn_right learn_as_good learn_told learn_tell
    learn_next learn_end engine engine_on lines threat threat_why depth thinking no_moves engine_missing
    won_in line_of bar bar_unknown note comment marks mark_of promote make_main delete no_tree faults
    game_text paste new_tree play_here setup_hint brush brush_move brush_remove turn clear start fen fine
    f_too_many f_no_pieces f_no_move analyse_here files_intro file_open file_nothing file_found file_words
    file_year file_result file_any file_draw file_variant file_games table_title
    table_wins table_next table_won table_drawn table_lost table_hint
}

#[cfg(test)]
mod tests {
    use super::*;

    damka_web::catalogue_test!(Said, "analyse");
}

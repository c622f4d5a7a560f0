//! The list of messages. Each language is a file of `words/`, one message a line in this order, and is loaded
//! when it is spoken. `{0}`, `{1}` are filled in; forms of a plural are separated by `|`.

crate::catalogue! {
    /// Every text of the page in one language; the field names say what they are.
    Messages:
    // The frame
    play puzzles learn analyse people settings help close back yes no ok copied copy_failed language
    skip_to_board
    // The games
    russian shashki checkers english armenian turkish brazilian pool international frisian italian spanish
    portuguese czech thai canadian killer antidraughts breakthrough
    // The sides
    white_nom white_gen black_nom black_gen green_nom green_gen red_nom red_gen white_man white_king
    black_man black_king green_man green_king red_man red_king
    // People and computers
    you computer person random_opponent level level_0 level_1 level_2 level_3 level_4 level_5 level_6
    level_7 level_8 level_9 level_10 level_11 level_12
    // Status
    how_to_move your_turn to_move thinking must_capture_ways must_capture_one go_on choose_route looking_at
    back_to_game draw_in captured_count touched adjust_on adjusted
    premove_set not_loaded try_again engine_missing confirm_move
    // Labels of squares
    square_empty mark_movable mark_must mark_lifted mark_target mark_via mark_last board_label board_keys
    announce_move announce_promotes announce_takes legal_moves last_move_was no_moves_yet
    // Actions
    new_game undo hint flip resign offer_draw claim_draw share more stop_thinking pause resume first prev
    next last rematch review adjust resign_sure abandon_sure reset_sure offer_sure draw_declined
    draw_offered moves_label actions_label type_move type_move_label play_it finish_label mute unmute
    // New game
    opponent against_computer two_people computers your_side by_lot house_rules touch_move_rule
    optional_capture removed_at_once goes_on_as_king clock no_clock fischer delay days_a_move start_game
    // Share
    copy_link copy_fen copy_pdn download_pdn picture_svg picture_png paste_label load bad_paste share_note
    // Settings
    theme walnut slate felt contrast king_style crown turned shade shade_auto shade_light shade_dark
    coordinates sounds motion dots finish_chain one_tap play_only_move confirm_setting turn_board
    // Result
    you_won you_lost drawn side_won e_no_pieces e_blocked e_first_king e_resigned e_time e_forfeit e_agreed
    e_law_draw won_by_losing
    // Draw laws
    d_threefold d_kings_only d_three_kings d_three_against d_main_road d_two_against d_two_kings d_king_king
    d_balance d_one_each
    // Refusals
    r_game_over r_not_your_turn r_square_not_used r_empty_square r_not_yours r_touch_move r_cannot_move
    r_must_capture r_must_capture_with r_must_take_more r_must_take_better r_must_go_on r_must_land
    r_men_back r_men_back_but_capture r_path_blocked r_two_in_a_row r_already_taken r_own_piece r_too_far
    r_not_a_line r_men_take_kings r_king_must_rest r_no_such_move r_ambiguous r_unreadable two_targets
    // Rule card
    rules_of rule_board_checkered rule_board_light rule_board_all rule_first rule_man_forward rule_man_fan
    rule_man_straight rule_captures_forward rule_captures_all rule_captures_straight rule_captures_eight
    rule_king_flying rule_king_short rule_king_adjacent rule_king_halt rule_compulsory rule_optional
    rule_choice_free rule_choice_most rule_choice_kings rule_choice_king_first rule_choice_italian
    rule_choice_frisian rule_crown_end rule_crown_on rule_crown_stops rule_removed_after
    rule_removed_at_once rule_goal rule_goal_anti rule_goal_king rule_men_kings rule_king_run rule_touch
    rule_draws rule_lot
    // Challenge
    ch_title ch_streak ch_draws ch_strikes ch_rules ch_forfeit_warning ch_win ch_double_win ch_draw
    ch_defeat ch_double_defeat ch_forfeited ch_solved ch_window ch_next ch_reset ch_unfinished ch_lamps
    // Help
    help_mouse help_keys key_arrows key_tab key_enter key_digits key_esc key_l key_m key_h key_u key_f key_a
    key_help
    // Trouble
    bad_link bad_rule bad_part bad_saved no_such_game no_such_page no_such_clock fen_at fen_no_square
    fen_twice fen_uncrowned fen_empty
    // The rooms
    rooms change_game search recent all_games nothing_found hint_is dismiss
    // What is special about a game
    about_russian about_shashki about_checkers about_english about_armenian about_turkish about_brazilian
    about_pool about_international about_frisian about_italian about_spanish about_portuguese about_czech
    about_thai about_canadian about_killer about_antidraughts about_breakthrough
    // What a level is like
    choose_level strength like_0 like_1 like_2 like_3 like_4 like_5 like_6 like_7 like_8 like_9 like_10 like_11 like_12
    // Games on this device
    shelf shelf_empty delete delete_sure unfinished two_tabs not_saved
    // Paper, and joy
    print first_win
}

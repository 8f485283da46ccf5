"""Every code with which the site refuses something, by the status that the API answers with."""

from typing import Final, Literal, get_args

from games.engine.errors import ErrorCode

Unauthorized = Literal[
    "token_expired", "unknown_token",
]  # fmt: skip
"""The token says nobody."""
Forbidden = Literal[
    "missing_scope", "no_tokens_here", "not_arbiter", "not_captain", "not_organizer",
    "not_owner", "not_staff", "not_your_entry", "not_your_match", "not_yours", "own_match",
]  # fmt: skip
"""The person, or the token, lacks the role."""
NotFound = Literal[
    "answered", "no_such_message", "no_such_report", "no_such_signal", "no_such_switch",
    "unknown_division", "unknown_challenge", "unknown_event", "unknown_entry", "unknown_game", "unknown_ladder", "unknown_invitation", "unknown_league",
    "unknown_mark", "unknown_match", "unknown_notice", "unknown_pair", "unknown_round",
    "unknown_rules", "unknown_schedule", "unknown_season", "unknown_season_entry", "unknown_table",
    "unknown_team", "unknown_template", "unknown_tournament", "unknown_user", "unknown_webhook",
]  # fmt: skip
"""The thing isn’t there, or no longer open to an answer."""
Conflict = Literal[
    "accent_unknown", "account_closed", "address_wrong", "all_here", "already_closed",
    "already_entered", "already_followed", "already_seated", "already_undone", "already_void",
    "analysed_before", "announced", "answered_before", "appealed", "asking", "bad_clock",
    "bad_form", "bad_range", "ban_over", "bank_used", "banned", "before_window", "begun",
    "between_hands", "blocked", "bot_uninvited", "bots_name", "busy", "bye", "called_already",
    "captain", "captain_stays", "cards_played", "cells", "chat_closed", "check_in_closed",
    "choose_time", "contested", "counts_elsewhere", "crest_colours", "crest_unknown",
    "day_over", "day_past", "deals_known", "declined", "division_full", "division_small",
    "draw_fixed", "draw_waits", "drawn_since", "encoding", "end_missing", "expired", "field_changed",
    "fresh_already", "full", "game_over", "grace", "grace_over", "guest", "half_quiet",
    "hand_not_over", "has_place", "has_role", "has_stand_in", "hello_first", "hidden",
    "illegal_transition", "import_columns", "import_empty", "import_long", "import_separators",
    "import_unreadable", "import_wrong", "impossible_score", "in_a_team", "in_break",
    "in_match", "in_season", "in_use", "invited", "invited_only", "is_captain",
    "knows_the_cards", "late_closed", "later_game", "league_closed", "league_name_taken",
    "league_only", "league_open", "league_owns", "led_in_league", "left", "line_up_closed",
    "link_end", "link_over", "link_uses", "list_changed", "made", "match_begun", "match_needed",
    "match_not_over", "match_seat", "member", "members_only", "name_long", "name_reserved",
    "name_short", "name_signs", "name_taken", "name_unclear", "name_unseen", "next_hand",
    "next_round_drawn", "no_analysis", "no_answer", "no_appeal", "no_arena", "no_bots", "no_bye",
    "no_claim", "no_date", "no_disputes", "no_level", "no_mail", "no_partners", "no_picture",
    "no_final", "no_play_offs", "no_points", "no_qualifiers", "no_queue", "no_result", "no_role", "no_scopes", "no_series",
    "no_singles", "no_stand_ins", "no_such_avatar", "no_such_days", "no_such_deal",
    "no_such_decision", "no_such_game", "no_such_hand", "no_such_phrase", "no_such_place",
    "no_such_reason", "no_such_result", "no_such_scope", "no_such_seat", "no_such_time",
    "no_swiss", "no_table", "no_talk", "no_teams", "no_weeks", "no_window", "nobody", "nobody_absent", "nobody_came",
    "nobody_in_reserve", "nobody_there", "not_a_pair", "not_alone", "not_asked", "not_asking",
    "not_at_table", "not_by_hand", "not_certain", "not_dealt", "not_drafted", "not_entered",
    "not_here", "not_in_entry", "not_in_play", "not_in_roster", "not_in_round", "not_in_team",
    "not_invited", "not_leading", "not_member", "not_new", "not_on_list", "not_open",
    "not_over", "not_pairs", "not_partners", "not_placeable", "not_placed", "not_played",
    "not_playing", "not_present", "not_queued", "not_rated", "not_released", "not_removed",
    "not_seated", "not_teams", "not_there_yet", "not_tonight", "not_under_way", "not_valid",
    "not_void", "not_waiting", "not_withdrawn", "not_yet", "nothing_left", "nothing_new",
    "nothing_to_undo", "nothing_waits", "of_a_league", "one_waits", "other_kind",
    "other_league", "other_table", "out", "outdated", "outside_season", "outside_window",
    "over", "owner", "pair_in_season", "partner_entered", "partner_in_season", "partner_open",
    "partner_or_alone", "paused", "paused_already", "people_only", "person", "person_in_a_team",
    "phrases_only", "placed_twice", "play_offs_early", "play_offs_past", "played_since",
    "players_write_there", "plays_elsewhere", "plays_here", "points_unclear", "postpone_late",
    "postpone_one", "push_address", "push_keys", "rated_bots", "rated_revoke", "rated_short",
    "rating_range", "reason_missing", "rematch_begun", "replaced_again", "round_over",
    "rules_name_taken", "rules_wrong", "same_entry", "same_match", "same_person", "score_missing",
    "season_finished", "season_name_taken", "season_not_finished", "season_not_running",
    "season_past", "season_paused", "season_published", "season_short", "seat_taken",
    "seated_there", "seed_low", "seed_twice", "sign_up_closed", "signed_out", "silenced",
    "staff", "stale", "stand_in", "stand_in_banned", "start_past", "suspended", "swiss_long",
    "switched_off", "table_full", "table_opened", "table_over", "taken_already", "team_closed",
    "team_full", "team_in_season", "team_name_taken", "team_size", "team_too_large",
    "team_too_small", "teams_only", "text_empty", "text_long", "text_unclear", "text_unseen",
    "time_over", "time_past", "times_many", "times_missing", "too_early", "too_few",
    "too_large", "too_late", "too_late_to_edit", "too_long", "too_many", "too_many_comments",
    "too_many_devices", "too_many_friends", "too_many_invitations", "too_many_muted", "too_many_named",
    "too_many_rule_sets", "too_many_tables", "too_many_tokens", "too_many_webhooks", "too_much_work",
    "too_often",
    "too_often_for_one", "too_strong", "turn_over", "twice", "twice_in_file",
    "twice_in_line_up", "twice_in_team", "two_at_once", "unanswered", "unknown_draw",
    "unknown_kind", "unknown_role", "uploads_off", "used_id", "user_bot", "user_entered",
    "user_guest", "user_not_member", "void_in_bracket", "webhook_address", "webhook_off",
    "webhook_twice", "wrong_day", "winner_by_points", "winner_missing", "wrong_number", "wrong_salt",
    "yourself", "asked_already", "challenge_over", "has_challenge", "in_play", "is_challenged",
    "ladder_frozen", "ladder_name_taken", "left_ladder", "no_such_rung", "no_such_step",
    "not_on_ladder", "on_ladder", "out_of_reach", "partner_on_ladder", "same_opponent",
    "too_many_today",
    "all_played", "event_name_taken", "event_not_open", "event_opened", "event_over", "in_pair", "partner_in_pair", "partner_needed",
    "digits_closed", "impossible_hand", "not_in_room", "pad_changed", "pad_conflict", "pad_over",
    "wrong_digits",
]  # fmt: skip
"""Everything else: with what is there now, or with what was sent, it can’t be done."""
TooMany = Literal[
    "chat_too_fast", "limit", "too_many_reports",
]  # fmt: skip
"""Too often in too short a time."""

Code = Unauthorized | Forbidden | NotFound | Conflict | TooMany | ErrorCode

BY_STATUS: Final[dict[int, tuple[str, ...]]] = {
    401: get_args(Unauthorized),
    403: get_args(Forbidden),
    404: get_args(NotFound),
    409: tuple(sorted((*get_args(Conflict), *get_args(ErrorCode)))),
    429: get_args(TooMany),
}
_STATUS: Final = {code: status for status, codes in BY_STATUS.items() for code in codes}


def status_of(code: Code) -> int:
    """Return the status with which the API answers a refusal."""
    return _STATUS[code]

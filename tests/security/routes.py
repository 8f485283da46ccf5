"""The response of every address to every role, checked by `test_routes.py`.

A line is a route's name, what its address names (see the end of `world._side`), and the answers to GET and POST where
that is public, then where it belongs to a private league. An answer is one letter for each role, in this order:

    A nobody signed in   U a member of the site   P a player here    O an organizer here
    G a guest            E one who plays          C a captain here   R an organizer elsewhere
                           elsewhere; invited here                   S the platform's staff

| letter | answer |
|---|---|
| o | the page, or nothing new (200, 204) |
| > | led elsewhere, perhaps with a sentence why not |
| L | led to the sign-in page |
| + | done: something is stored that wasn't before, or is gone |
| s | as o or >, and something is kept in the asker's own session |
| f | the form again, with what is wrong |
| 0 | not found; where something is secret or unknown, byte for byte the same |
| 3 | forbidden |
| x | not by this method |

No answer to GET may be +. A new route needs a line: write it with the letters that should be, not with those that
are. `DATA` says what a POST sends, so that it would be done if it were allowed; "@entry" is what stands for `entry`.
"""

from dataclasses import dataclass
from typing import Final

LINES: Final = """
route                                | names                  | GET       | POST      | GET       | POST      |
                                     |                        | public    | public    | secret    | secret    |
                                     |                        | AGUEPCORS | AGUEPCORS | AGUEPCORS | AGUEPCORS |
personal_calendar                    |                        | 00ooooooo | xxxxxxxxx |           |           |
new_calendar_addresses               |                        | >>>>>>>>> | L++++++++ |           |           |
league_calendar                      | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_news_atom                     | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_results_atom                  | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_index                         | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_calendar                      | season                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
division_calendar                    | running_season level   | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
entry_calendar                       | running_season running_entry| ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_entries_csv                   | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_entries_json                  | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_fixtures_csv                  | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_fixtures_json                 | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_line_ups_csv                  | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_line_ups_json                 | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_tables_csv                    | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_tables_json                   | running_season         | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_calendar                  | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_trf                       | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_archive                   | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_entries_csv               | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_entries_json              | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_pairings_csv              | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_pairings_json             | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_results_csv               | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_results_json              | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_standings_csv             | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_standings_json            | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
home                                 |                        | ooooooooo | xxxxxxxxx |           |           |
manifest                             |                        | ooooooooo | xxxxxxxxx |           |           |
service_worker                       |                        | ooooooooo | xxxxxxxxx |           |           |
offline                              |                        | ooooooooo | xxxxxxxxx |           |           |
score_pad                            |                        | ooooooooo | xxxxxxxxx |           |           |
score_rules                          |                        | fffffffff | xxxxxxxxx |           |           |
room_table                           | room_token             | ooooooooo | +++++++++ | ooooooooo | +++++++++ |
room_digits                          | room                   | ooooooooo | +++++++++ | ooooooooo | +++++++++ |
room_pad                             | room_match             | 000000o00 | xxxxxxxxx | 000000o00 | xxxxxxxxx |
room_state                           | room_match             | 000000o00 | xxxxxxxxx | 000000o00 | xxxxxxxxx |
room_send                            | room_match             | xxxxxxxxx | 000000f00 | xxxxxxxxx | 000000f00 |
security_txt                         |                        | 000000000 | xxxxxxxxx |           |           |
home_table                           |                        | ooooooooo | xxxxxxxxx |           |           |
home_next                            |                        | ooooooooo | xxxxxxxxx |           |           |
league_list                          |                        | ooooooooo | xxxxxxxxx |           |           |
league_create                        |                        | L>ooooooo | L>+++++++ |           |           |
league                               | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_edit                          | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
league_announcements                 | league                 | L>00ooo00 | L>0000+00 | L>00ooo00 | L>0000+00 |
announcement_remove                  | league announcement    | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
league_look                          | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
rule_sets                            | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
rule_set                             | league kept            | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
rule_set_json                        | league kept            | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
rule_set_new                         | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
rule_set_edit                        | league kept            | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
rule_set_import                      | league                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
rule_set_keep                        | league kept            | >>>>>>>>> | L>fffff+f | >>>>>>>>> | L>00fff00 |
rule_set_remove                      | league kept            | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
league_join                          | league                 | >>>>>>>>> | L>++>>>++ | >>>>>>>>> | 0000>>>00 |
league_ask                           | league                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
league_invitation                    | league                 | L>>o>>>>> | L>>+>>>>> | L>0o>>>00 | L>0+>>>00 |
league_decline                       | league                 | >>>>>>>>> | L>0+00000 | >>>>>>>>> | L>0+00000 |
league_leave                         | league                 | >>>>>>>>> | L>>>++>>> | >>>>>>>>> | 0000++>00 |
league_import                        | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
league_members_csv                   | league                 | 000000o00 | xxxxxxxxx | 000000o00 | xxxxxxxxx |
league_members_json                  | league                 | 000000o00 | xxxxxxxxx | 000000o00 | xxxxxxxxx |
league_seasons_csv                   | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_seasons_json                  | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_teams_csv                     | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_teams_json                    | league                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
league_invite                        | league                 | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
member_invite                        | league                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
mail_invite                          | league                 | >>>>>>>>> | L>0000f00 | >>>>>>>>> | L>0000f00 |
link_create                          | league                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
name_link                            | league                 | L>>>>>>>> | xxxxxxxxx | L>00>>>00 | xxxxxxxxx |
name_accept                          | league member          | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
name_decline                         | league member          | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
member_link                          | league member          | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
member_link_back                     | league member          | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
team_move                            | league team            | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
member_mail                          | league named           | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
members_named                        | league                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
members_remind                       | league                 | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
link_revoke                          | league link            | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
league_link                          | key_of_link            | L>oo>>>oo | L>++>>>++ | L>oo>>>oo | L>++>>>++ |
own_time                             | own_time               | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
own_time_deal                        | closed_own_time deal_number | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
own_time_json                        | own_time               | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
own_time_play                        | open_own_time          | >>>>>>>>> | L>>>+++>> | >>>>>>>>> | 0000+++00 |
own_time_salt                        | own_time               | >>>>>>>>> | Lfff+++ff | >>>>>>>>> | 0000+++00 |
own_time_ask                         | pair_own_time          | >>>>>>>>> | Lfff+++ff | >>>>>>>>> | 0000+++00 |
own_time_accept                      | pair_own_time own_time_asked | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
own_time_decline                     | pair_own_time own_time_asked | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
own_time_leave                       | pair_own_time          | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
own_time_create                      | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
own_time_edit                        | own_time               | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
own_time_settings                    | own_time               | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
own_time_series                      | own_time               | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
own_time_extend                      | open_own_time          | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
own_time_call_off                    | open_own_time          | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
own_time_delete                      | own_time               | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
ladder                               | ladder                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
ladder_json                          | ladder                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
ladder_entry                         | ladder ladder_entry    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
ladder_join                          | ladder                 | >>>>>>>>> | L>>>+>+>> | >>>>>>>>> | 0000+>+00 |
ladder_join_pair                     | pair_ladder            | >>>>>>>>> | Lfff+f+ff | >>>>>>>>> | 0000+f+00 |
ladder_accept                        | pair_ladder ladder_asked | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
ladder_decline                       | pair_ladder ladder_asked | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
ladder_leave                         | ladder ladder_entry    | >>>>>>>>> | L>>>>++>> | >>>>>>>>> | 0000>++00 |
ladder_challenge                     | ladder ladder_top      | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
challenge_accept                     | ladder ladder_received | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
challenge_decline                    | ladder ladder_received | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
challenge_withdraw                   | second_ladder ladder_waiting | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
challenge_play                       | third_ladder ladder_accepted | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
challenge_offer                      | third_ladder ladder_accepted | >>>>>>>>> | Lffff+fff | >>>>>>>>> | 0000f+f00 |
challenge_agree                      | third_ladder ladder_accepted | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
ladder_create                        | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
ladder_edit                          | ladder                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
ladder_desk                          | ladder                 | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
ladder_freeze                        | ladder                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
ladder_resume                        | frozen_ladder          | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
ladder_move                          | ladder                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
ladder_remove                        | ladder ladder_entry    | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
ladder_undo                          | ladder ladder_step     | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
ladder_redo                          | ladder ladder_undone   | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season                               | season                 | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
season_stand_in                      | running_season         | >>>>>>>>> | L>ff>++ff | >>>>>>>>> | L>00>++00 |
season_stand_in_remove               | running_season listed  | >>>>>>>>> | L>>>+>+>> | >>>>>>>>> | L>00+>+00 |
season_sign_up                       | season                 | >>>>>>>>> | Lfff+f+ff | >>>>>>>>> | 0000+f+00 |
season_team                          | teams_season           | >>>>>>>>> | L>>>>>+>> | >>>>>>>>> | 0000>>+00 |
season_accept                        | season season_asked    | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
season_decline                       | season season_asked    | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
season_leave                         | season season_entry    | >>>>>>>>> | L>>>>>+>> | >>>>>>>>> | 0000>>+00 |
season_new                           | league                 | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
season_create                        | league series          | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
season_edit                          | series_season          | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
season_desk                          | season                 | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
season_open                          | draft_season           | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_place                         | season                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_publish                       | ready_season           | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_delete                        | draft_season           | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_arrange                       | season                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_add_team                      | teams_season           | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_pair                          | season                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_import                        | season                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
season_remove                        | season season_entry    | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_withdraw                      | running_season         | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_postpone                       | running_season         | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_late                          | running_season         | >>>>>>>>> | L>0000f00 | >>>>>>>>> | L>0000f00 |
season_end                           | running_season         | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_undo_end                      | ended_season           | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_count                         | series_season          | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_drop                          | series_season counted  | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_evening                       | series_season          | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_final                         | won_series             | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_play_offs                     | over_season division   | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
season_next                          | finished_season        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
member_remove                        | league member          | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
member_let_in                        | league asker           | >>>>>>>>> | L>>>>>+>> | >>>>>>>>> | 0000>>+00 |
member_turn_down                     | league asker           | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
member_take_back                     | league invited         | >>>>>>>>> | L>>>>>+>> | >>>>>>>>> | 0000>>+00 |
league_bans                          | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
ban_lift                             | league banned          | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
member_role                          | league member          | >>>>>>>>> | L>>>>>+>> | >>>>>>>>> | 0000>>+00 |
league_hand_over                     | league member          | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
team_create                          | league                 | >>>>>>>>> | Lfff+f+ff | >>>>>>>>> | 0000+f+00 |
team                                 | league team            | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
team_edit                            | league team            | L>000oo00 | L>000++00 | L>000oo00 | L>000++00 |
team_join                            | league team            | >>>>>>>>> | L>>>+>+>> | >>>>>>>>> | 0000+>+00 |
team_leave                           | league team            | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
team_decline                         | league team            | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
team_named                           | league team            | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
team_invite                          | league team            | >>>>>>>>> | L>000++00 | >>>>>>>>> | L>000++00 |
team_change                          | league team captain_key plays_not | >>>>>>>>> | L>000++00 | >>>>>>>>> | L>000++00 |
tournament_list                      |                        | ooooooooo | xxxxxxxxx |           |           |
tournament                           | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_wall                      | cup round_number       | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_screen                    | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_screen_now                | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_report                    | cup                    | >>>>>>>>> | xxxxxxxxx | 0000>>>00 | xxxxxxxxx |
tournament_now                       | cup                    | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
tournament_enter                     | coming                 | >>>>>>>>> | Lfff+f+ff | >>>>>>>>> | 0000+f+00 |
tournament_withdraw                  | coming                 | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
tournament_rejoin                    | coming                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
tournament_check_in                  | coming                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
tournament_on_the_way                | coming                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
tournament_stand_by                  | coming                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
tournament_stand_down                | coming                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
arena_pause                          | coming                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
arena_ready                          | coming                 | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | 0000>>>00 |
invitation_accept                    | coming invitation      | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
invitation_decline                   | coming invitation      | >>>>>>>>> | L>>>+>>>> | >>>>>>>>> | 0000+>>00 |
substitute_accept                    | cup substitute         | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
substitute_decline                   | cup substitute         | >>>>>>>>> | L>>>>+>>> | >>>>>>>>> | 0000>+>00 |
match                                | cup match              | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
line_up                              | cup match entry          | >>>>>>>>> | L>0000000 | >>>>>>>>> | L>0000000 |
stand_in                             | running_cup running_match replaced | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
stand_in_withdraw                    | running_cup running_match stand_in_offer | >>>>>>>>> | L>>>>>+>> | >>>>>>>>> | L>00>>+00 |
stand_in_cancel                      | running_cup running_match agreed | >>>>>>>>> | L>>>>>+>> | >>>>>>>>> | L>00>>+00 |
time_offer                           | cup match              | >>>>>>>>> | L>fffffff | >>>>>>>>> | L>00fff00 |
match_claim                          | cup match              | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
conduct_appeal                       | cup match mark         | >>>>>>>>> | L>fffffff | >>>>>>>>> | L>00fff00 |
match_hours                          | cup match              | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
time_accept                          | cup match offer        | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
time_decline                         | cup match offer        | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
time_withdraw                        | cup match offer        | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
dispute_open                         | cup over               | >>>>>>>>> | L>fffffff | >>>>>>>>> | L>00fff00 |
dispute_take_back                    | cup over dispute       | >>>>>>>>> | L>>>>>>>> | >>>>>>>>> | L>00>>>00 |
match_now                            | cup match              | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
leaderboard                          |                        | ooooooooo | xxxxxxxxx |           |           |
profile                              | person                 | ooooooooo | xxxxxxxxx | ooooooooo | xxxxxxxxx |
encounters                           | person                 | ooooooooo | xxxxxxxxx | ooooooooo | xxxxxxxxx |
statistics                           | person                 | ooooooooo | xxxxxxxxx | ooooooooo | xxxxxxxxx |
verify                               |                        | ooooooooo | xxxxxxxxx |           |           |
learn                                |                        | ooooooooo | xxxxxxxxx |           |           |
glossary                             |                        | ooooooooo | xxxxxxxxx |           |           |
help                                 |                        | ooooooooo | xxxxxxxxx |           |           |
help_page                            | document               | ooooooooo | xxxxxxxxx | ooooooooo | xxxxxxxxx |
rules                                |                        | ooooooooo | xxxxxxxxx |           |           |
preset_rules                         | preset                 | ooooooooo | xxxxxxxxx | ooooooooo | xxxxxxxxx |
lesson                               | lesson                 | ooooooooo | s++++++++ | ooooooooo | s++++++++ |
lesson_again                         | lesson                 | xxxxxxxxx | >++++++++ | xxxxxxxxx | >++++++++ |
practice                             |                        | >>>>>>>>> | xxxxxxxxx |           |           |
practice_new                         |                        | ooooooooo | sssssssss |           |           |
practice_do                          |                        | xxxxxxxxx | fffffffff |           |           |
daily                                |                        | ooooooooo | xxxxxxxxx |           |           |
daily_table                          |                        | L>ooooooo | xxxxxxxxx |           |           |
daily_do                             |                        | xxxxxxxxx | Lffffffff |           |           |
problems                             |                        | ooooooooo | xxxxxxxxx |           |           |
problem                              | problem                | ooooooooo | ff+++++++ | ooooooooo | ff+++++++ |
lobby                                |                        | ooooooooo | xxxxxxxxx |           |           |
watch                                |                        | ooooooooo | xxxxxxxxx |           |           |
rated_now                            |                        | ooooooooo | xxxxxxxxx |           |           |
rated_begin                          |                        | >>>>>>>>> | L>+++++++ |           |           |
rated_stop                           |                        | >>>>>>>>> | L>>>>>>>> |           |           |
play_now                             |                        | xxxxxxxxx | +++++++++ |           |           |
calls                                |                        | 333333333 | xxxxxxxxx |           |           |
table_open                           |                        | ooooooooo | +++++++++ |           |           |
report_list                          |                        | L0000000o | xxxxxxxxx |           |           |
staff                                |                        | L0000000o | xxxxxxxxx |           |           |
style                                |                        | L0000000o | L0000000f |           |           |
staff_health                         |                        | L0000000o | xxxxxxxxx |           |           |
staff_limits                         |                        | L0000000o | L0000000+ |           |           |
staff_switches                       |                        | L0000000o | xxxxxxxxx |           |           |
staff_muted                          |                        | L0000000o | xxxxxxxxx |           |           |
staff_unmute                         | muted                  | L0000000> | L0000000+ | L0000000> | L0000000+ |
staff_rating                         | rating_key             | L0000000o | L0000000+ | L0000000o | L0000000+ |
staff_league                         | league_key             | L0000000o | xxxxxxxxx | L0000000o | xxxxxxxxx |
staff_league_hide                    | league_key             | L0000000> | L0000000+ | L0000000> | L0000000+ |
staff_league_give                    | league_key             | L0000000> | L0000000+ | L0000000> | L0000000+ |
staff_tournament                     | cup_key                | L0000000o | xxxxxxxxx | L0000000o | xxxxxxxxx |
staff_tournament_hide                | cup_key                | L0000000> | L0000000+ | L0000000> | L0000000+ |
staff_tournament_give                | cup_key                | L0000000> | L0000000f | L0000000> | L0000000f |
staff_switch                         | switch                 | L0000000> | L0000000+ | L0000000> | L0000000+ |
report_detail                        | report                 | L0000000o | L0000000+ | L0000000o | L0000000+ |
table                                | table                  | ooooooooo | xxxxxxxxx | 0000ooo0o | xxxxxxxxx |
table_join                           | wait                   | xxxxxxxxx | +++++++++ | xxxxxxxxx | 0000+++00 |
table_seat                           | wait                   | >>>>>>>>> | s++++++++ | 0000>>>00 | 0000+++00 |
table_accept                         | wait                   | xxxxxxxxx | L>>>+>>>> | xxxxxxxxx | L000+>>00 |
table_decline                        | wait                   | xxxxxxxxx | L>>>+>>>> | xxxxxxxxx | L000+>>00 |
table_next                           | done                   | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
table_picture                        | table                  | ooooooooo | xxxxxxxxx | 0000ooo0o | xxxxxxxxx |
table_record                         | done                   | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
table_replay                         | done                   | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
table_replay_data                    | done                   | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
table_replay_picture                 | done                   | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
table_analysis                       | done                   | ooooooooo | xxxxxxxxx | 0000ooo00 | xxxxxxxxx |
table_analysis_ask                   | done                   | xxxxxxxxx | L>>>>>>>> | xxxxxxxxx | 0000>>>00 |
table_comment                        | done                   | xxxxxxxxx | L>+++++++ | xxxxxxxxx | L>00+++00 |
table_comment_remove                 | done comment           | xxxxxxxxx | L>00+000+ | xxxxxxxxx | L>00+0000 |
table_comment_report                 | done comment           | L>ooooooo | L>++f++++ | L>00ooo00 | L>00f++00 |
league_log                           | league                 | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
league_schedules                     | league                 | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
schedule_create                      | league                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
schedule_change                      | league schedule        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
schedule_step                        | league schedule pause  | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
schedule_skip                        | league schedule        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
schedule_restore                     | league schedule        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
template_delete                      | league unused_template | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
organizer                            |                        | L>ooooooo | xxxxxxxxx |           |           |
fair_play                            |                        | L>ooooooo | xxxxxxxxx |           |           |
fair_play_signal                     | signal                 | L>0000o0o | L>0000+0+ | L>0000o0o | L>0000+0+ |
tournament_plans                     |                        | L>ooooooo | xxxxxxxxx |           |           |
unfinished_drop                      |                        | xxxxxxxxx | L>>>>>>>> |           |           |
tournament_create                    |                        | L>ooooooo | L>fffffff |           |           |
tournament_preview                   |                        | xxxxxxxxx | L>+++++++ |           |           |
organizer_tournament                 | cup                    | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
tournament_matches                   | cup                    | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
tournament_log                       | cup                    | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
league_webhooks                      | league                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
tournament_webhooks                  | cup                    | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
webhook_secret                       | webhook                | xxxxxxxxx | L>0000+00 | xxxxxxxxx | L>0000+00 |
webhook_step                         | webhook off            | xxxxxxxxx | L>0000+00 | xxxxxxxxx | L>0000+00 |
paper_sheets                         | cup round_number       | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
paper_entry                          | cup round_number       | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
paper_score                          | cup over               | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
wall_screen                          | cup                    | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
screen_link                          | cup                    | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
tournament_people                    | cup                    | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
role_invite                          | cup                    | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
role_set                             | cup helper             | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
role_remove                          | cup helper             | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
role_revoke                          | cup role_mail          | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
role_leave                           | cup                    | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
tournament_hand_over                 | cup helper             | L>0000000 | L>0000000 | L>0000000 | L>0000000 |
role_invitation                      | cup                    | L>>o>>>>> | L>>+>>>>> | L>0o>>>00 | L>0+>>>00 |
role_decline                         | cup                    | >>>>>>>>> | L>0+00000 | >>>>>>>>> | L>0+00000 |
role_link                            | key_of_role            | L>ooooooo | L>++++>++ | L>ooooooo | L>++++>++ |
tournament_desk                      | cup                    | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
desk_act                             | cup                    | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
desk_ask                             | cup award match        | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
first_night                          |                        | L>ooooooo | xxxxxxxxx |           |           |
night_desk                           |                        | L>ooooooo | xxxxxxxxx |           |           |
night_act                            |                        | >>>>>>>>> | L>0000+00 |           |           |
tournament_edit                      | draft                  | L>0000o00 | L>0000f00 | L>0000o00 | L>0000f00 |
tournament_room                      | room                   | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
room_cards                           | room                   | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
room_make_cards                      | room                   | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
room_door                            | room                   | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
room_paid                            | room                   | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
room_renew                           | room room_round        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
room_clock                           | room room_round        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
room_longer                          | room room_round        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
draft_delete                         | draft                  | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
table_ask                            | cup pause at           | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
decision_undo                        | cup over               | >>>>>>>>> | L>0000f00 | >>>>>>>>> | L>0000f00 |
match_ask                            | cup over score         | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
organizer_match                      | cup match              | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
match_time                           | cup match              | >>>>>>>>> | L>0000f00 | >>>>>>>>> | L>0000f00 |
organizer_entry                      | cup entry              | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
single_remove                        | coming single          | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
entry_pause                          | cup entry              | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
entry_ready                          | cup entry              | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
entry_restore                        | cup entry              | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
waiting_up                           | coming                 | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
entry_remove                         | cup entry              | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
dispute_reject                       | cup over dispute       | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
claim_reject                         | cup match claim        | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
conduct_answer                       | cup match mark         | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
entry_link_back                      | cup entry member       | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
entry_link                           | cup entry              | >>>>>>>>> | L>0000f00 | >>>>>>>>> | L>0000f00 |
entry_substitute                     | cup entry              | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
entry_penalty                        | cup entry              | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
penalty_undo                         | cup penalty            | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
organizer_undo                       | cup line               | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
apart_add                            | cup                    | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
apart_undo                           | cup apart              | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
substitute_take_back                 | cup substitute         | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
draft_confirm                        | drawn round            | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
draft_swap                           | drawn round            | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
draft_draws                          | drawn round            | L>0000o00 | xxxxxxxxx | L>0000o00 | xxxxxxxxx |
draft_choose                         | drawn round draw       | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
draft_redraw                         | drawn round            | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
tournament_seeds                     | coming                 | L>0000o00 | L>0000f00 | L>0000o00 | L>0000f00 |
entry_import                         | coming                 | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
tournament_team_enter                | coming                 | >>>>>>>>> | L>0000f00 | >>>>>>>>> | L>0000f00 |
pair_make                            | coming                 | >>>>>>>>> | L>0000f00 | >>>>>>>>> | L>0000f00 |
pair_split                           | cup entry              | >>>>>>>>> | L>0000>00 | >>>>>>>>> | L>0000>00 |
guest_ask                            | coming                 | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
guest_take_back                      | coming guest           | >>>>>>>>> | L>0000+00 | >>>>>>>>> | L>0000+00 |
organizer_step                       | cup pause              | L>0000o00 | L>0000+00 | L>0000o00 | L>0000+00 |
notices                              |                        | Loooooooo | Lxxxxxxxx |           |           |
notices_bell                         |                        | Loooooooo | Lxxxxxxxx |           |           |
notices_read                         |                        | Lxxxxxxxx | L>>++++>> |           |           |
notices_settings                     |                        | L0ooooooo | L0fffffff |           |           |
notice                               | notice                 | Lxxxxxxxx | L000+0000 | Lxxxxxxxx | L000+0000 |
device_add                           |                        | Lxxxxxxxx | L0+++++++ |           |           |
device_remove                        | device                 | Lxxxxxxxx | L>>>+>>>> | Lxxxxxxxx | L>>>+>>>> |
notices_off                          | mail                   | ooooooooo | +++++++++ | ooooooooo | +++++++++ |
people                               |                        | Loooooooo | xxxxxxxxx |           |           |
people_to_name                       |                        | 000000000 | xxxxxxxxx |           |           |
set_quiet                            |                        | xxxxxxxxx | L++++++++ |           |           |
settings                             |                        | Loooooooo | L++++++++ |           |           |
avatar                               |                        | L>ooooooo | L>+++++++ |           |           |
avatar_upload                        |                        | xxxxxxxxx | L>fffffff |           |           |
avatar_picture                       | picture                | 000000000 | xxxxxxxxx | 000000000 | xxxxxxxxx |
account_export                       |                        | L>>>>>>>> | xxxxxxxxx |           |           |
account_close                        |                        | L>>>>>>>> | L>sssssss |           |           |
bot_account                          |                        | L>>>>>>>> | L>sssssss |           |           |
tokens                               |                        | L>>>>>>>> | L>sssssss |           |           |
token_revoke                         | key                    | xxxxxxxxx | L>>>>>>>> | xxxxxxxxx | L>>>>>>>> |
choose_language                      |                        | xxxxxxxxx | >++++++++ |           |           |
friends                              |                        | L>ooooooo | xxxxxxxxx |           |           |
friend_ask                           |                        | xxxxxxxxx | L>+++++++ |           |           |
friend_accept                        |                        | xxxxxxxxx | L>>>>>>>> |           |           |
friend_remove                        |                        | xxxxxxxxx | L>>>>>>>> |           |           |
become_guest                         |                        | xxxxxxxxx | +>>>>>>>> |           |           |
account_signup                       |                        | oo>>>>>>> | oo>>>>>>> |           |           |
account_login                        |                        | oo>>>>>>> | oo>>>>>>> |           |           |
mfa_authenticate                     |                        | LL>>>>>>> | LL>>>>>>> |           |           |
mfa_login_webauthn                   |                        | LL>>>>>>> | LL>>>>>>> |           |           |
account_logout                       |                        | >oooooooo | >ssssssss |           |           |
account_inactive                     |                        | ooooooooo | xxxxxxxxx |           |           |
account_reauthenticate               |                        | L3ooooooo | L3ooooooo |           |           |
account_email                        |                        | L>ooooooo | L>sssssss |           |           |
account_email_verification_sent      |                        | o>ooooooo | x>xxxxxxx |           |           |
account_change_password              |                        | L>ooooooo | L>ooooooo |           |           |
account_set_password                 |                        | L>>>>>>>> | L>>>>>>>> |           |           |
account_reset_password               |                        | ooooooooo | ooooooooo |           |           |
account_confirm_login_code           |                        | L>>>>>>>> | L>>>>>>>> |           |           |
account_confirm_email                | nokey                  | ooooooooo | 000000000 | ooooooooo | 000000000 |
account_reset_password_from_key_done |                        | ooooooooo | xxxxxxxxx |           |           |
account_reset_password_from_key      | 1 set-password         | ooooooooo | ooooooooo | ooooooooo | ooooooooo |
account_reset_password_done          |                        | ooooooooo | xxxxxxxxx |           |           |
mfa_index                            |                        | L>ooooooo | L>xxxxxxx |           |           |
mfa_reauthenticate                   |                        | L>>>>>>>o | L>>>>>>>o |           |           |
mfa_activate_totp                    |                        | L>>>>>>>> | s>sssssss |           |           |
mfa_deactivate_totp                  |                        | L>000000> | L>000000s |           |           |
mfa_view_recovery_codes              |                        | L>0000000 | L>xxxxxxx |           |           |
mfa_generate_recovery_codes          |                        | L>>>>>>>> | s>sssssss |           |           |
mfa_download_recovery_codes          |                        | L>0000000 | L>0000000 |           |           |
mfa_list_webauthn                    |                        | L>ooooooo | L>xxxxxxx |           |           |
mfa_add_webauthn                     |                        | L>>>>>>>> | s>sssssss |           |           |
mfa_reauthenticate_webauthn          |                        | L>>>>>>>> | L>>>>>>>> |           |           |
mfa_remove_webauthn                  | key                    | L>>>>>>>> | s>sssssss | L>>>>>>>> | s>sssssss |
mfa_edit_webauthn                    | key                    | L>>>>>>>> | s>sssssss | L>>>>>>>> | s>sssssss |
usersessions_list                    |                        | L>ooooooo | L>sssssss |           |           |
"""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    objects: tuple[str, ...]
    answers: tuple[str, str, str, str]

    def expected(self, side: str, method: str) -> str:
        """Return the letters for "public" or "secret", and "get" or "post"."""
        return self.answers[2 * (side == "secret") + (method == "post")]


def _read(text: str) -> dict[str, Row]:
    rows = {}
    for line in text.strip().splitlines()[3:]:
        name, names, *answers = (part.strip() for part in line.split("|")[:6])
        rows[name] = Row(tuple(names.split()), (answers[0], answers[1], answers[2], answers[3]))
    return rows


ROUTES: Final = _read(LINES)

_FEEDS = {
    name: ("read", "")
    for name, row in ROUTES.items()
    if name.endswith(("_csv", "_json", "_calendar", "league_index", "_archive", "_trf", "_atom"))
}
TOKENS: Final[dict[str, tuple[str, str]]] = {
    **_FEEDS,
    "play_now": ("", "play"),
    "table_open": ("", "play"),
    "table_join": ("", "play"),
    "table_accept": ("", "events"),
    "table_decline": ("", "events"),
    "table_record": ("read", ""),
    "table_replay_data": ("read", ""),
}
"""The routes that take personal tokens, with the scopes that GET and POST need; all others take none."""

ARBITERS: Final = {
    "room_pad": "ox",
    "room_state": "ox",
    "room_send": "xf",
    "tournament_desk": "ox",
    "desk_act": ">>",
    "desk_ask": "o+",
    "table_ask": "o+",
    "role_leave": ">>",
    "tournament_matches": "ox",
    "match_ask": "o+",
    "paper_sheets": "ox",
    "paper_entry": "ox",
    "paper_score": ">+",
    "organizer_match": "o+",
    "decision_undo": ">f",
    "dispute_reject": ">+",
    "claim_reject": ">+",
    "conduct_answer": ">+",
    "entry_penalty": ">+",
    "penalty_undo": ">+",
    "organizer_undo": ">+",
}
"""The answers (GET, POST) to an arbiter where another member finds nothing; everywhere else they are the same."""

_SERIES = {
    "name": "Autumn",
    "starts_on": "2031-01-01",
    "ends_on": "2031-02-01",
    "scale": "10 6 4",
    "attendance": "0",
    "ranked": "players",
    "ties": "places",
    "substitutes": "entered",
    **dict.fromkeys(("host", "newcomer", "newcomer_days", "reserves"), "0"),
}
_OWN_TIME = {
    "name": "Week",
    "opens_at": "2031-01-01T20:00",
    "closes_at": "2031-01-02T20:00",
    "entrants": "pair",
    "count": "8",
    "scoring": "total",
    "bots_level": "1",
    "preset": "cardgames_io",
}
_LADDER = {
    "name": "Another ladder",
    "reach": "half",
    "top": "10",
    "climb": "swap",
    "answer_days": "3",
    "play_days": "7",
    "failures": "3",
    "drop": "3",
    "defend_days": "3",
    "per_day": "3",
    "newcomer_rung": "0",
    "idle_warn": "14",
    "idle_drop": "21",
    "idle_off": "35",
    "turn_seconds": "30",
    "bank_seconds": "60",
    "grace_minutes": "10",
    "bots_level": "1",
}
DATA: Final[dict[str, dict[str, str]]] = {
    "avatar": {"motif": "owl", "hue": "3"},
    "table_comment": {"at": "h1s3", "text": "Well played"},
    "table_comment_report": {"reason": "abuse"},
    "league_create": {"name": "A new league"},
    "lesson": {"step": "0", "answer": "on"},
    "problem": {"answer": "nil"},
    "league_edit": {"name": "Another name"},
    "own_time_create": {**_OWN_TIME, "name": "Another week"},
    "own_time_edit": _OWN_TIME,
    "own_time_salt": {"text": "x"},
    "own_time_extend": {"closes_at": "@own_time_later"},
    "own_time_call_off": {"reason": "x"},
    "own_time_series": {"season_id": "@series_key", "times": "2"},
    "own_time_ask": {"partner": "m5"},
    "ladder_join_pair": {"partner": "m5"},
    "challenge_offer": {"play_at": "@ladder_time"},
    "ladder_create": {**_LADDER, "kind_of": "pairs", "preset": "cardgames_io"},
    "ladder_edit": {**_LADDER, "preset": "rubl_two_player"},
    "ladder_freeze": {"reason": "x"},
    "ladder_move": {"entry": "@ladder_entry", "rung": "1", "reason": "x"},
    "season_sign_up": {"partner": "m5"},
    "stand_in": {"user": "pal"},
    "season_team": {"team": "@squad"},
    "season_create": _SERIES,
    "season_edit": _SERIES,
    "season_import": {"text": "m5,m6", "confirm": "1"},
    "season_add_team": {"team": "@squad"},
    "season_pair": {"first": "m5", "second": "m6"},
    "season_withdraw": {"entry": "@running_entry", "reason": "x"},
    "season_postpone": {"to": "@later_week", "reason": "x"},
    "season_end": {"reason": "x", "name": "Running"},
    "season_count": {"tournament": "@cup_key"},
    "season_evening": {"tournament": "@counted", "times": "2", "host": "m1"},
    "season_final": {"template_id": "@template", "starts_at": "@next_week_at"},
    "season_play_offs": {"starts_on": "@next_week"},
    "season_next": {"name": "Next", "starts_on": "2031-03-01", "ends_on": "2031-06-01"},
    "rule_set_new": {"name": "New", "preset": "whiz"},
    "rule_set_edit": {"name": "Changed", "preset": "mirror"},
    "rule_set_import": {"text": '{"name": "Theirs", "rules": {"preset": "suicide"}}'},
    "rule_set_keep": {"league_id": "@elsewhere_league", "name": "Theirs"},
    "league_announcements": {"title": "News", "text": "x"},
    "league_import": {"text": "user\nuser", "confirmed": "1"},
    "league_look": {
        "accent": "plum",
        "shape": "shield",
        "charge": "spade",
        "field": "plum",
        "ink": "white",
    },
    "member_invite": {"username": "user"},
    "mail_invite": {"email": "new@example.org"},
    "link_create": {"ends_at": "@tomorrow", "max_uses": "3"},
    "member_remove": {"reason": "x"},
    "league_bans": {"username": "user", "reason": "x"},
    "member_role": {"role": "organizer"},
    "team_create": {"name": "Another team"},
    "team_edit": {
        "name": "Renamed",
        "shape": "shield",
        "charge": "spade",
        "field": "plum",
        "ink": "white",
    },
    "team_invite": {"username": "pal"},
    "team_named": {"names": "Otto Meier"},
    "team_move": {"user_id": "@named", "to": "@other_team"},
    "members_named": {"names": "Otto Meier"},
    "tournament_enter": {"partner": "m5"},
    "time_offer": {"starts_at": "2031-01-01T12:00"},
    "dispute_open": {"text": "That is wrong."},
    "match_time": {"starts_at": "2031-01-01T12:00", "reason": "x"},
    "schedule_create": {
        "template_id": "@template",
        "rhythm": "week",
        "first_on": "@tomorrow",
        "time": "20:00",
        "ahead_days": "6",
    },
    "schedule_change": {
        "template_id": "@template",
        "rhythm": "week",
        "first_on": "@skipped_date",
        "time": "19:00",
        "ahead_days": "6",
    },
    "schedule_skip": {"day": "@a_date"},
    "schedule_restore": {"day": "@skipped_date"},
    "tournament_create": {"preset": "cardgames_io"},
    "tournament_preview": {"form_token": "x", "name": "Friday"},
    "entry_remove": {"reason": "x"},
    "single_remove": {"reason": "x"},
    "waiting_up": {"place": "single:1", "above": "single:2"},
    "dispute_reject": {"answer": "x"},
    "claim_reject": {"answer": "x"},
    "conduct_appeal": {"text": "x"},
    "conduct_answer": {"undo": "yes", "text": "x"},
    "entry_link": {"out": "0", "username": "captain"},
    "entry_substitute": {"out": "@out", "username": "captain", "reason": "x"},
    "entry_penalty": {"points": "1", "reason": "x"},
    "apart_add": {"first": "@own", "second": "@entry"},
    "draft_delete": {"name": "@draft_name"},
    "draft_swap": {"first": "@drawn_a", "second": "@drawn_b", "reason": "x"},
    "entry_import": {"text": "m4,m5", "confirm": "1"},
    "tournament_team_enter": {"team": "1"},
    "pair_make": {"first": "single:1", "second": "single:1"},
    "guest_ask": {"username": "m4"},
    "room_table": {"side": "0"},
    "room_digits": {"number": "1", "digits": "@room_digits"},
    "room_make_cards": {"tables": "9"},
    "room_door": {"names": "Otto Neu & Ida Neu"},
    "room_paid": {"place": "@room_place", "paid": "yes"},
    "room_renew": {"seen": "@room_digits"},
    "room_clock": {"minutes": "30"},
    "desk_act": {"do": "@on_the_way"},
    "night_act": {"do": "@on_the_way"},
    "desk_ask": {"reason": "x"},
    "decision_undo": {"reason": "x", "expected_version": "1"},
    "table_ask": {"reason": "x"},
    "league_webhooks": {"url": "https://hooks.example.org/spades"},
    "tournament_webhooks": {"url": "https://hooks.example.org/spades"},
    "role_invite": {"who": "user", "role": "arbiter"},
    "role_set": {"role": "arbiter"},
    "paper_score": {"points-0": "63", "points-1": "40", "hands": "1", "replaces": "1"},
    "match_ask": {
        "g1-0": "63",
        "g1-1": "40",
        "g1-hands": "1",
        "reason": "x",
        "expected_version": "1",
    },
    "organizer_step": {"reason": "x"},
    "organizer_match": {"verdict": "0", "reason": "x"},
    "table_open": {"preset": "cardgames_io", "visibility": "open", "pace": "20+120"},
    "fair_play_signal": {"note": "x", "decision": "noted"},
    "report_detail": {"note": "x", "decision": "muted", "days": "1"},
    "staff_unmute": {"reason": "x"},
    "staff_rating": {"reason": "x"},
    "staff_league_hide": {"reason": "x", "hidden": "True"},
    "staff_league_give": {"reason": "x", "username": "rival"},
    "staff_tournament_hide": {"reason": "x", "hidden": "True"},
    "staff_tournament_give": {"reason": "x", "username": "rival"},
    "staff_limits": {"who": "organizer", "reason": "x"},
    "staff_switch": {"reason": "x"},
    "set_quiet": {"name": "m1", "what": "block"},
    "friend_ask": {"name": "m2"},
    "friend_accept": {"name": "m2"},
    "friend_remove": {"name": "m2"},
    "choose_language": {"language": "de"},
    "notices_settings": {"by_mail": "round"},
    "device_add": {
        "endpoint": "https://push.example.org/new",
        "public_key": "BI5TO2-gv3tGJbswZnwB-2B--fi4qA_vWzAGKHAxh7Kjc-sdveAzGDZtBp-DpvWQAFPHNjPLBBshxV4ahsH0ALQ",
        "auth": "AAAAAAAAAAAAAAAAAAAAAA",
    },
    "settings": {"time_zone": "Europe/Berlin"},
    "tokens": {"name": "Robot", "scopes": "play", "days": "30"},
    "account_email": {"action_add": "", "email": "new@example.org"},
    "account_close": {"name": "player"},
    "bot_account": {"name": "player"},
}

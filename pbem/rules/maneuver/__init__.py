"""Maneuver (section 5): fleets, armies, convoys, battles, canals, flags, and questions amid them.

occupation, groups, reach, convoys   who holds what; which units move, and how far
combat, canals, denials, flags       what happens on the way and at the end
moves                                a line carried out
judging, faults                      lines tried before anything is done; all that is wrong
course                               the maneuver as it goes on, line by line
"""

from pbem.rules.maneuver.course import begin, in_progress, judge, resume, with_fleets_part_open

__all__ = ["begin", "in_progress", "judge", "resume", "with_fleets_part_open"]

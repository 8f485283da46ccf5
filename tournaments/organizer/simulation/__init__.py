"""Simulating a plan without people or a database: who would meet whom, how even it is, how often the best win.

The draws and the standings are those of real tournaments; only the games are simulated, by ratings or with bots.
"""

from tournaments.organizer.simulation.plans import Played, SimulationPlan
from tournaments.organizer.simulation.runs import simulate

__all__ = ["Played", "SimulationPlan", "simulate"]

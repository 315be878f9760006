"""Bounded work: limits on time and memory, and worker processes that can be killed. It knows no lists and no games.

`budget` limits the work of this process. `worker` has the worker process, which answers requests under the same limits,
and `RestartingWorker`, which replaces it when it dies. `parallel` maps a function over items with one worker per core.
"""

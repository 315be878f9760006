"""The screen: a full-screen builder in the terminal, over the workbench. Textual is imported here and nowhere else."""

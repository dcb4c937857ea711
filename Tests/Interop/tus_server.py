"""A tus server, tuspyserver from PyPI, which keeps its uploads in a folder.

Usage: tus_server.py PORT FOLDER
"""

import sys

import uvicorn
from fastapi import FastAPI
from tuspyserver import create_tus_router

app = FastAPI()
app.include_router(create_tus_router(prefix="files", files_dir=sys.argv[2]))
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="critical")

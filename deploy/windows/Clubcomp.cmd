@echo off
rem Starts Clubcomp and opens the browser. It stops when this window is closed.
setlocal
chcp 65001 > nul
title Clubcomp
set "PYTHONUTF8=1"
set "PYTHONDONTWRITEBYTECODE=1"
"%~dp0python\python.exe" -m clubcomp serve --browser %*
if errorlevel 1 pause

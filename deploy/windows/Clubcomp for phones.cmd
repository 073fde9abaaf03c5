@echo off
rem The same, and phones on the club's network get in at the address that it prints last.
call "%~dp0Clubcomp.cmd" --host 0.0.0.0 %*

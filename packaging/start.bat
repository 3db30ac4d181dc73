@echo off
rem Starts Ninetimer by a double click on Windows: from this folder, without anything else to type.
rem The first time it installs what Ninetimer is built on, beside the program; that needs the internet and a minute.
setlocal
cd /d "%~dp0"
if not exist pyproject.toml cd ..
if not exist pyproject.toml (
  echo The folder of Ninetimer is not complete: pyproject.toml is missing.
  echo Unpack the whole archive first ^(right click, Extract All^), and start it from there.
  goto failed
)

set "PYTHONUTF8=1"
set "RECENT=import sys; sys.exit(sys.version_info < (3, 11))"
.venv\Scripts\python.exe -c "%RECENT%" >nul 2>nul
if not errorlevel 1 goto packages

set "FOUND="
for %%P in ("py -3" "python" "python3") do if not defined FOUND (
  %%~P -c "%RECENT%" >nul 2>nul && set "FOUND=%%~P"
)
if not defined FOUND (
  echo Ninetimer needs Python 3.11 or newer, and this computer has none.
  echo Install it from python.org, with "Add python.exe to PATH" ticked, then start Ninetimer again.
  goto failed
)
echo Making a place for what Ninetimer is built on ^(.venv^).
if exist .venv rmdir /s /q .venv
%FOUND% -m venv .venv
if errorlevel 1 goto failed

:packages
fc /b pyproject.toml .venv\installed.toml >nul 2>nul
if not errorlevel 1 goto start
echo Installing what Ninetimer is built on. This takes a minute, once, and needs the internet.
.venv\Scripts\python.exe -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
if errorlevel 1 (
  echo The packages could not be had. Is this computer in the internet? Then start Ninetimer again.
  goto failed
)
copy /y pyproject.toml .venv\installed.toml >nul

:start
.venv\Scripts\ninetimer.exe %*
if not errorlevel 1 exit /b 0
echo Ninetimer has stopped; what is written above says why.

:failed
echo.
pause
exit /b 1

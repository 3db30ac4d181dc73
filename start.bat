@echo off
rem A double click starts Ninetimer; what it does stands in packaging\start.bat.
call "%~dp0packaging\start.bat" %*

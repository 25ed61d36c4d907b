@echo off
rem Runs Tern on Windows: its own Java if it came with one, else that of JAVA_HOME, else the first on PATH.
rem
rem   TERN_JAVA_OPTS   more options for the Java virtual machine, as in set TERN_JAVA_OPTS=-Xmx2g
setlocal
set "app=%~dp0..\app"
if exist "%app%\tern.jar" goto java
echo tern: "%app%\tern.jar" is missing; unpack the archive again 1>&2
exit /b 1

:java
set "java=%~dp0..\runtime\bin\java.exe"
if not exist "%java%" if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if not exist "%java%" set "java=java.exe"
rem An option that Java 17 does not know tells whether it is new enough.
"%java%" -XX:+AutoCreateSharedArchive -version >nul 2>&1
if not errorlevel 1 goto launch
echo tern: Tern needs Java 21 or newer in JAVA_HOME or on PATH, or the archive that brings its own Java 1>&2
exit /b 1

:launch
set "TERN_CALLED=tern"
set "kept=%LOCALAPPDATA%\tern"
if not exist "%kept%" mkdir "%kept%" 2>nul
rem The output is UTF-8. Java decodes arguments in the system's code page, which chcp does not change.
set "page="
for /f "tokens=2 delims=:." %%p in ('chcp') do set "page=%%p"
if defined page chcp 65001 >nul
rem Java keeps the archive of loaded classes by itself, and makes it anew where it does not fit.
"%java%" -Xlog:disable -Xlog:all=error:stderr -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%kept%\start.jsa" ^
  --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -Xmx448m %TERN_JAVA_OPTS% ^
  -cp "%app%\tern.jar;%app%\eval\*" dev.tern.cli.Main %*
set "code=%errorlevel%"
if defined page chcp %page% >nul
exit /b %code%

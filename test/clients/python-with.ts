/** A Python that has the modules: that of the path or the system's; undefined where none has them. */
export function pythonWith(modules: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) =>
      Bun.which(python) !== null &&
      Bun.spawnSync([python, '-c', `import ${modules}`], { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0,
  )
}

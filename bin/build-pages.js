#!/usr/bin/env node
// Builds the pages: `npm ci` and `npm run build` run this, and so does a server that finds none. What builds them is a
// child, because a process that runs out of memory says nothing. Plain JavaScript: any Node from 20 on runs this file.
import { spawn } from 'node:child_process'
import { freemem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { neededNode, nodeFor } from './launch.js'

/** What building takes at its peak, in MB, measured on two cores. */
const neededMemory = 450
/** Garbage is collected early: 60 MB are alive, and without a limit V8 lets them grow to 400. */
const lean = ['--max-old-space-size=96', '--max-semi-space-size=2']
/**
 * Memory that is freed goes back to the system at once: to glibc's one arena, and from the allocator of the bundler,
 * whose pages are small ones, because huge ones are mostly empty. The bundler has one thread of each kind: it waits for
 * the plugins most of the time, and each thread keeps memory of its own.
 */
const environment = {
  ...process.env,
  MALLOC_ARENA_MAX: '1',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ALLOW_THP: '0',
  RAYON_NUM_THREADS: '1',
  ROLLDOWN_WORKER_THREADS: '1',
  ROLLDOWN_MAX_BLOCKING_THREADS: '1',
}

const script = fileURLToPath(new URL('../web/build.ts', import.meta.url))
const inInstall = process.env.npm_lifecycle_event === 'prepare'

function fail(reason) {
  const later = 'Until then the server works without them.'
  const without = inInstall ? ' To install without them, run "npm ci --ignore-scripts".' : ''
  console.error(`The pages were not built: ${reason} ${later}${without}`)
  process.exit(1)
}

/** @returns {string} why the child ended, and what to do next */
function explain(code, signal) {
  // A shell or a container reports the signals as 128 and their number; V8 aborts itself at its limit.
  if (['SIGKILL', 'SIGABRT', 'SIGTRAP'].includes(signal) || [133, 134, 137].includes(code)) {
    const free = Math.round((process.availableMemory?.() ?? freemem()) / 2 ** 20)
    return (
      `the memory ran out. Building takes about ${neededMemory} MB, and ${free} MB are free. ` +
      'Free some or add swap, then run "npm run build".'
    )
  }
  if (signal !== null) return `building was ended by ${signal}. To build them, run "npm run build".`
  return (
    'the error is above. If a package is missing, run "npm ci" without --omit=optional; ' +
    'otherwise correct the error and run "npm run build".'
  )
}

const node = nodeFor()
if (node === undefined) fail(neededNode())
const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...lean, script], {
  env: environment,
  stdio: ['ignore', 'inherit', 'inherit'],
})
let stopping = false
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    stopping = true
    child.kill('SIGTERM')
  })
}
child.on('error', (error) => fail(`${node} cannot be started: ${error.message}.`))
child.on('exit', (code, signal) => {
  if (stopping) process.exit(1)
  if (code !== 0) fail(explain(code, signal))
})

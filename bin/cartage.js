#!/usr/bin/env node
// The command `cartage`.
import { fileURLToPath } from 'node:url'
import { launch } from './launch.js'

// The young generation grows to this size only under load; small ones cost a tenth of the CPU there in collections.
// `--expose-gc` lets a server that rests give memory back (server/src/process/memory.ts).
const memory = ['--max-semi-space-size=64', '--expose-gc']
const compiled = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))
const cli = fileURLToPath(new URL('../server/src/cli.ts', import.meta.url))
// What V8 has compiled before is read again, so that a command starts in half the time. A server starts once, and would
// hold 20 MB more while it rests. Where the folder cannot be written, nothing is kept.
if (process.argv[2] !== 'serve') process.env.NODE_COMPILE_CACHE ??= compiled

launch([...memory, cli, ...process.argv.slice(2)])

#!/usr/bin/env node
// The command `cartage`.
import { fileURLToPath } from 'node:url'
import { launch } from './launch.js'

// The young generation grows to this size only under load; small ones cost a tenth of the CPU there in collections.
// `--expose-gc` lets a server that rests give memory back (server/src/process/memory.ts).
const memory = ['--max-semi-space-size=64', '--expose-gc']
const cli = fileURLToPath(new URL('../server/src/cli.ts', import.meta.url))

launch([...memory, cli, ...process.argv.slice(2)])

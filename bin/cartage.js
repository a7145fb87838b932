#!/usr/bin/env node
// The command `cartage`.
import { fileURLToPath } from 'node:url'
import { launch } from './launch.js'

// Small young generations: an idle server stays well under 200 MB, at the price of a few more short collections.
const memory = ['--max-semi-space-size=8']
const cli = fileURLToPath(new URL('../server/src/cli.ts', import.meta.url))

launch([...memory, cli, ...process.argv.slice(2)])

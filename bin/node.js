#!/usr/bin/env node
// Runs the Node this project is made for, with the given arguments: node bin/node.js script.ts
import { launch } from './launch.js'

launch(process.argv.slice(2))

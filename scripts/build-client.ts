// CLIENT-34: builds the package `@cartage/client` into client/dist; `npm pack` runs it (client/README.md).
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

const client = join(root, 'client')
rmSync(join(client, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', client], { stdio: 'inherit' })
copyFileSync(join(root, 'LICENSE'), join(client, 'LICENSE'))

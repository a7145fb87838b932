import { existsSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

/** Version of this server, in backups and `cartage --version`. */
export const version: string = packageJson.version

/** How to call the command `cartage` here: a release has no npx. */
export const commandName = existsSync(join(import.meta.dirname, '../../release.json')) ? 'bin/cartage' : 'npx cartage'

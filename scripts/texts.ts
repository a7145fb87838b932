// Extracts the texts of the web application and the server's sentences into their catalogues: `npm run texts`. New ones
// have an empty translation; `web/src/locales/catalogues.test.ts` and `scripts/sentences.test.ts` fail until every
// language has one.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { writeCatalogues } from './sentences.ts'

const root = resolve(import.meta.dirname, '..')
const lingui = resolve(root, 'node_modules/@lingui/cli/dist/lingui.js')
const statuses = ['lingui.config.ts', 'lingui.doors.config.ts'].map(
  (config) =>
    spawnSync(process.execPath, [lingui, 'extract', '--clean', '--config', config], {
      cwd: resolve(root, 'web'),
      stdio: 'inherit',
    }).status,
)
await writeCatalogues()
process.exitCode = statuses.find((status) => status !== 0) ?? 0

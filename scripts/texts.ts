// Gathers the texts of the web application into its catalogues: `npm run texts`. New texts come with an empty
// translation; `web/src/locales/catalogues.test.ts` fails until they have one in every language.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const lingui = resolve(root, 'node_modules/@lingui/cli/dist/lingui.js')
const { status } = spawnSync(process.execPath, [lingui, 'extract', '--clean'], {
  cwd: resolve(root, 'web'),
  stdio: 'inherit',
})
process.exitCode = status ?? 1

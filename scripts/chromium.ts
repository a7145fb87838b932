import { existsSync } from 'node:fs'
import { run } from './run.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
]

/** The browser cannot be had here. The message says what to install. */
export class ChromiumMissing extends Error {
  override name = 'ChromiumMissing'
}

/**
 * Looks for Chromium and, as root on Debian, installs it.
 * @throws ChromiumMissing with the sentence that says what to install
 */
export async function findChromium(): Promise<string> {
  const found = placeOf()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Chromium is missing and is being installed with apt-get.\n')
    await run('apt-get', ['update', '-q'], { DEBIAN_FRONTEND: 'noninteractive' }, true)
    await run(
      'apt-get',
      ['install', '-yq', '--no-install-recommends', 'chromium'],
      { DEBIAN_FRONTEND: 'noninteractive' },
      true,
    )
  }
  const installed = placeOf()
  if (installed) return installed
  throw new ChromiumMissing(
    'The browser tests need Chromium: install it (on Debian: apt-get install chromium), set CHROMIUM to its path, or set SKIP_EXTERNAL=1 to leave them out.',
  )
}

function placeOf(): string | undefined {
  return [process.env.CHROMIUM, ...places].find((place) => place !== undefined && existsSync(place))
}

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { admin, baseUrl, type Login, launchBrowser, settled, signIn, viewport } from '../browser.ts'
import { dialogPictures } from './dialogs.ts'
import { doorPictures } from './doors.ts'
import { invoicePictures } from './invoices.ts'
import { moneyPictures } from './money.ts'
import { officePictures } from './office.ts'
import { accountPictures, emptyPictures, outsidePictures } from './outside.ts'
import { recordPictures } from './records.ts'
import { statePictures } from './states.ts'
import { type Picture, phone, removeOthers, takePicture } from './take.ts'

/*
 * Takes the screenshots of docs/screens, run by `npm run screens`. Each is a separate test, so that a failing one does
 * not prevent the others.
 */
const chosen = (process.env.PICTURES ?? '').split(',').filter((name) => name !== '')
const isChosen = ({ name }: Picture) =>
  chosen.length === 0 || chosen.some((one) => name === one || name.startsWith(`${one}-`))

const emptyLogin = (JSON.parse(process.env.LOGINS ?? '{}') as { EMPTY?: Login }).EMPTY

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser({ withWebGl: true })
})
afterAll(async () => {
  await browser?.close()
  if (chosen.length === 0) removeOthers()
})

picturesOf('without a session', outsidePictures)
describe('pages of the sidebar', () => {
  const page = usePage(admin)
  test('are all taken', { timeout: 300_000 }, async () => {
    for (const picture of await sidebarPictures(page())) {
      if (isChosen(picture)) await takePicture(page(), picture)
    }
  })
})
picturesOf('records and lists', recordPictures, admin)
picturesOf('invoices', invoicePictures, admin)
picturesOf('money', moneyPictures, admin)
picturesOf('dialogs, panels and faults', statePictures, admin)
picturesOf('dialogs of master data, trips and settings', dialogPictures, admin)
picturesOf('work of the office', officePictures, admin)
if (emptyLogin) picturesOf('a tenant that has nothing yet', emptyPictures, emptyLogin)
picturesOf('the account', accountPictures, admin)
describe('pages that links open, on a phone', () => {
  const planner = usePage(admin)
  const page = usePage(undefined, phone)
  test('are all taken', { timeout: 300_000 }, async () => {
    for (const picture of await doorPictures(planner())) {
      if (isChosen(picture)) await takePicture(page(), picture)
    }
  })
})

function picturesOf(title: string, pictures: readonly Picture[], login?: Login): void {
  const some = pictures.filter(isChosen)
  if (some.length === 0) return
  describe(title, () => {
    const page = usePage(login)
    test.each(some)('$name', async (picture) => {
      await takePicture(page(), picture)
    })
  })
}

/** A page for a group of screenshots, in a fixed locale and without animations. */
function usePage(login?: Login, size = viewport): () => Page {
  let page: Page
  beforeAll(async () => {
    const context = await browser.newContext({
      ...{ viewport: size, reducedMotion: 'reduce', colorScheme: 'light' },
      ...{ locale: 'en-GB', timezoneId: 'Europe/Brussels' },
    })
    page = await context.newPage()
    if (login) await signIn(page, login)
  })
  afterAll(() => page?.context().close())
  return () => page
}

/** Sidebar pages of this user; the developer pages are one entry, with tabs. */
async function sidebarPictures(page: Page): Promise<Picture[]> {
  const paths: string[] = []
  // The developer tabs come after the sidebar.
  for (const [start, last] of [
    ['/', '/orders'],
    ['/deliveries', '/events'],
  ]) {
    await page.goto(`${baseUrl}${start}`)
    const links = page.locator('nav a[href^="/"]')
    await page.locator(`nav a[href="${last}"]`).first().waitFor()
    await settled(page)
    paths.push(
      ...(await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))),
    )
  }
  return [...new Set(paths)].map((path) => ({
    path,
    isPage: true,
    name: path === '/' ? 'start' : path.slice(1).replaceAll('/', '-'),
    // The API reference shows its own placeholders until it has loaded the description.
    ...(path === '/api-reference' && {
      go: (opened: Page) => opened.getByRole('heading', { name: 'Get an access token' }).first().waitFor(),
    }),
  }))
}

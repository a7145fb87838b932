import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { baseUrl, settled, viewport } from '../browser.ts'
import { send } from '../calls.ts'

/** SCREENS_FOLDER writes somewhere else, to look at a change before it is kept. */
const folder = process.env.SCREENS_FOLDER ?? fileURLToPath(new URL('../../../docs/screens/', import.meta.url))

/** A state of a screen: how to get there from a page that is logged in. */
export interface Picture {
  name: string
  /** Where it begins; nothing is opened when left out. */
  path?: string
  /** What is done there. */
  go?: (page: Page) => Promise<unknown>
  /** How it is left, when that is more than opening the next page. */
  leave?: (page: Page) => Promise<unknown>
  /** A whole page is taken dark too; panels, dialogs and faults look the same but for their colours. */
  isPage?: boolean
}

/** Pages that are taken on a phone too. */
const onPhones = new Set([
  'login',
  'start',
  'orders',
  'order',
  'order-container',
  'trips',
  'trip',
  'money',
  'orders-to-invoice',
  'invoices',
  'tasks',
  'receivables',
])

/** The size of a phone. */
export const phone = { width: 390, height: 844 }

/** What is taken in this run, whether it succeeds or not. */
const names = new Set<string>()

/** Of a thousand pixels so many may differ before a picture counts as another one. */
const mostPerMille = 3

/** Opens the state and takes its picture; that of a page in both themes. */
export async function takePicture(page: Page, { name, path, go, leave, isPage }: Picture): Promise<void> {
  const themes = isPage ? (['light', 'dark'] as const) : (['light'] as const)
  for (const theme of themes) names.add(`${name}-${theme}.png`)
  if (path !== undefined) {
    await page.goto(`${baseUrl}${path}`)
    await page.locator('main, [data-ready], h1').first().waitFor()
    await settled(page)
  }
  await go?.(page)
  await settled(page)
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await hideChance(page)
  for (const theme of themes) {
    // The API reference follows the machine, the application what is chosen.
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate((shown) => {
      document.documentElement.dataset.theme = shown
    }, theme)
    await page.waitForTimeout(120)
    await mapsDrawn(page)
    await keep(page, `${name}-${theme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  if (onPhones.has(name)) {
    names.add(`${name}-phone-light.png`)
    await page.setViewportSize(phone)
    await page.reload()
    await page.locator('main, [data-ready], h1').first().waitFor()
    await settled(page)
    await keep(page, `${name}-phone-light`)
    await page.setViewportSize(viewport)
  }
  await leave?.(page)
}

/** A map draws its land after the page is there, and again in the colours of the other theme. */
async function mapsDrawn(page: Page): Promise<void> {
  if ((await page.locator('[data-map]').count()) === 0) return
  await page.locator('[data-map=loading]').waitFor({ state: 'detached' })
  await page.waitForTimeout(2_000)
}

/** Removes the pictures that nothing in this run has the name of any more. */
export function removeOthers(): void {
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.png') && !names.has(file)) rmSync(join(folder, file))
  }
}

/** Secrets and links are created again by each run: the picture shows the same ones each time. */
async function hideChance(page: Page): Promise<void> {
  await page.evaluate(() => {
    const made = 'kT7vQ2mXw9RzB4nLc8HsY3dJf6GpA1eU'
    for (const node of document.querySelectorAll<HTMLElement>('[data-secret], [data-totp], [data-link]')) {
      const text = node.textContent ?? ''
      const kept = /^(ctg_|ctw_|whsec_|https?:\/\/[^?#]*(\?\w+=|#))?/.exec(text)?.[0] ?? ''
      const place = kept.replace(window.location.origin, 'https://tms.example.com')
      node.textContent = place + made.repeat(3).slice(0, text.length - kept.length)
    }
  })
}

/** Writes the picture, unless there is one that looks the same. */
async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.png`)
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const isSame = existsSync(file) && (await differing(page, readFileSync(file), taken)) <= mostPerMille
  if (!isSame) writeFileSync(file, taken)
}

/** How many of a thousand pixels differ between two pictures; all when they differ in size. Compared by the browser. */
async function differing(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const blank = await page.context().newPage()
  try {
    return await blank.evaluate(
      async ([first, second]) => {
        const pixels = async (base64: string) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const canvas = new OffscreenCanvas(image.width, image.height)
          const context = canvas.getContext('2d')!
          context.drawImage(image, 0, 0)
          return context.getImageData(0, 0, image.width, image.height).data
        }
        const [a, b] = [await pixels(first!), await pixels(second!)]
        if (a.length !== b.length) return 1_000
        let count = 0
        for (let at = 0; at < a.length; at += 4) {
          const gap = Math.abs(a[at]! - b[at]!) + Math.abs(a[at + 1]! - b[at + 1]!) + Math.abs(a[at + 2]! - b[at + 2]!)
          if (gap > 40) count += 1
        }
        return (count * 4_000) / a.length
      },
      [one.toString('base64'), other.toString('base64')],
    )
  } finally {
    await blank.close()
  }
}

/** Waits until the viewer of the browser has drawn the PDF of a page, where there is one. */
export async function pdfShown(page: Page): Promise<void> {
  if ((await page.getByTitle('PDF preview').count()) === 0) return
  const isShown = () => page.frames().some((frame) => frame.url().startsWith('chrome-extension:'))
  for (let turn = 0; turn < 40 && !isShown(); turn += 1) await page.waitForTimeout(250)
  await page.waitForTimeout(1_500)
}

/** A member of the first row that a list of the application answers. */
export async function firstOf(page: Page, path: string, member: string): Promise<string> {
  const { items } = await send<{ items?: Record<string, string>[] }>(page, 'GET', path)
  const value = items?.[0]?.[member]
  if (value === undefined) throw new Error(`${path} has no row with ${member}`)
  return value
}

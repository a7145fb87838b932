import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { baseUrl, settled, viewport } from '../browser.ts'
import { send } from '../calls.ts'

/** SCREENS_FOLDER sets another output folder, to review a change first. */
const folder = process.env.SCREENS_FOLDER ?? fileURLToPath(new URL('../../../docs/screens/', import.meta.url))

/** Screen state: how to reach it from a signed-in page. */
export interface Picture {
  name: string
  /** Start page; none is opened when absent. */
  path?: string
  /** Steps to reach the state. */
  go?: (page: Page) => Promise<unknown>
  /** Steps to leave it, if opening the next page is not enough. */
  leave?: (page: Page) => Promise<unknown>
  /** Whole pages are also taken in dark mode; panels, dialogs and errors differ only in colour. */
  isPage?: boolean
}

/** Pages that are also taken on a phone. */
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

/** Phone screen size. */
export const phone = { width: 390, height: 844 }

/** Screenshots of this run, including failed ones. */
const names = new Set<string>()

/** Differing pixels per thousand up to which a screenshot counts as unchanged. */
const mostPerMille = 3

/** Opens the state and takes its screenshot; pages in both themes. */
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
    // The API reference follows the operating system, the application its setting.
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

/** A map draws its land after the page has loaded, and again after a theme change. */
async function mapsDrawn(page: Page): Promise<void> {
  if ((await page.locator('[data-map]').count()) === 0) return
  await page.locator('[data-map=loading]').waitFor({ state: 'detached' })
  await page.waitForTimeout(2_000)
}

/** Removes screenshots that no longer belong to any state of this run. */
export function removeOthers(): void {
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.png') && !names.has(file)) rmSync(join(folder, file))
  }
}

/** Replaces secrets and links, which each run creates again, with fixed ones. */
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

/** Writes the screenshot, unless the existing one looks the same. */
async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.png`)
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const isSame = existsSync(file) && (await differing(page, readFileSync(file), taken)) <= mostPerMille
  if (!isSame) writeFileSync(file, taken)
}

/** Differing pixels per thousand between two screenshots; all if their size differs. Compared in the browser. */
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

/** Waits until the browser's viewer has rendered the page's PDF, if any. */
export async function pdfShown(page: Page): Promise<void> {
  if ((await page.getByTitle('PDF preview').count()) === 0) return
  const isShown = () => page.frames().some((frame) => frame.url().startsWith('chrome-extension:'))
  for (let turn = 0; turn < 40 && !isShown(); turn += 1) await page.waitForTimeout(250)
  await page.waitForTimeout(1_500)
}

/** Member of the first row in a list response. */
export async function firstOf(page: Page, path: string, member: string): Promise<string> {
  const { items } = await send<{ items?: Record<string, string>[] }>(page, 'GET', path)
  const value = items?.[0]?.[member]
  if (value === undefined) throw new Error(`${path} has no row with ${member}`)
  return value
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Counted actions: a step is a click, a drag, a shortcut, or typed or pasted text. */
export interface Tally {
  steps: number
  clicks: number
  keys: number
}

/** Milliseconds between keystrokes: zero in tests, a typist's pace in measurements. */
const pace = Number(process.env.DAYS_PACE ?? 0)

/** How long a user searches before giving up, in milliseconds. */
const patience = 15_000

/** Hands and eyes of a user. Each action is described in plain words, which appear in a failure. */
export interface Hand {
  click(what: string, where: Locator, options?: { modifiers?: 'Shift'[]; button?: 'right' }): Promise<void>
  /** Presses a key, or a combination such as `Control+k`: one step and one key. */
  press(what: string, keys: string): Promise<void>
  /** Types at the cursor: one step, and a key for each character. */
  type(what: string, text: string): Promise<void>
  /** Clicks into a field and types: one step more than typing. */
  typeInto(what: string, field: Locator, text: string): Promise<void>
  /** Puts text into the clipboard, as another program does, and pastes it at the cursor. */
  paste(what: string, text: string): Promise<void>
  /** Drags something to a position; waits for `before` before dropping. */
  drag(what: string, from: Locator, to: { x: number; y: number }, before?: Locator): Promise<void>
  /** Selects a file, as in the system dialog: two steps. */
  chooseFile(
    what: string,
    field: Locator,
    file: { name: string; text: string } | { name: string; type: string; bytes: Buffer },
  ): Promise<void>
  /** Types a `cartage` command in a terminal: one step. Returns its output; a failing command is a dead end. */
  command(what: string, ...words: string[]): Promise<string>
  /** Types lines in a shell: one step. Returns their output; a failing line is a dead end. */
  shell(what: string, lines: string, variables?: Readonly<Record<string, string>>): Promise<string>
  /** Looks for something; if it is not shown, that is a dead end. No step. */
  sees(what: string, where: Locator): Promise<void>
  /** Waits until something disappears. No step. */
  seesNoMore(what: string, where: Locator): Promise<void>
  /**
   * Reads a refusal: the message must offer a way forward, a button or link to press, or a field that takes the
   * correction. Otherwise it is a dead end.
   */
  isRefused(what: string, message: Locator, wayOn: Locator): Promise<void>
  /** Compares the result of an aim with the database, polled until it matches. No step. */
  ends<Found>(what: string, read: () => Promise<Found>, expected: Found): Promise<void>
}

/** Hand on a page, with actions counted in `tally`. */
export function createHand(page: Page, tally: Tally): Hand {
  const act = async <Answer>(what: string, cost: Partial<Tally>, run: () => Promise<Answer>) => {
    tally.steps += cost.steps ?? 1
    tally.clicks += cost.clicks ?? 0
    tally.keys += cost.keys ?? 0
    return await orDeadEnd(what, run)
  }
  const orDeadEnd = async <Answer>(what: string, run: () => Promise<Answer>) => {
    try {
      return await run()
    } catch (error) {
      throw new Error(`Dead end after ${tally.steps} steps at “${what}”. ${await shownBy(page)}\n${error}`)
    }
  }
  const click: Hand['click'] = (what, where, options) =>
    act(what, { clicks: 1 }, () => where.click({ timeout: patience, ...options }))
  const type: Hand['type'] = (what, text) =>
    act(what, { keys: text.length }, () => page.keyboard.type(text, { delay: pace }))
  const sees: Hand['sees'] = (what, where) =>
    orDeadEnd(what, () => where.first().waitFor({ state: 'visible', timeout: patience }))
  return {
    click,
    type,
    sees,
    press: (what, keys) => act(what, { keys: 1 }, () => page.keyboard.press(keys)),
    async typeInto(what, field, text) {
      await click(what, field)
      await type(what, text)
    },
    paste: (what, text) =>
      act(what, { keys: 1 }, async () => {
        await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
        await page.keyboard.press('Control+v')
      }),
    drag: (what, from, to, before) =>
      act(what, { clicks: 1 }, async () => {
        const box = (await from.boundingBox({ timeout: patience }))!
        await page.mouse.move(box.x + Math.min(40, box.width / 2), box.y + Math.min(20, box.height / 2))
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 6 })
        await before?.first().waitFor({ timeout: patience })
        await page.mouse.up()
      }),
    chooseFile: (what, field, file) =>
      act(what, { steps: 2, clicks: 2 }, () =>
        field.setInputFiles(
          'text' in file
            ? { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) }
            : { name: file.name, mimeType: file.type, buffer: file.bytes },
        ),
      ),
    command: (what, ...words) =>
      act(what, { keys: ['cartage', ...words].join(' ').length + 1 }, async () => {
        const { stdout } = await promisify(execFile)(process.execPath, ['bin/cartage.js', ...words], { cwd: root })
        return stdout
      }),
    shell: (what, lines, variables = {}) =>
      act(what, { keys: lines.length + 1 }, async () => {
        const { stdout } = await promisify(execFile)('sh', ['-euc', lines], { env: { ...process.env, ...variables } })
        return stdout.trim()
      }),
    seesNoMore: (what, where) => orDeadEnd(what, () => where.first().waitFor({ state: 'hidden', timeout: patience })),
    async isRefused(what, message, wayOn) {
      await sees(what, message)
      await sees(`${what}: a way on`, wayOn)
    },
    ends: (what, read, expected) =>
      orDeadEnd(`${what}, in the database`, () =>
        expect.poll(read, { timeout: patience, message: what }).toEqual(expected),
      ),
  }
}

/** Current content of the page: URL, open messages and dialogs. */
async function shownBy(page: Page): Promise<string> {
  const messages = await page
    .locator(':is([role=alert], [role=dialog], [role=status]):visible')
    .allInnerTexts()
    .catch(() => [])
  const texts = messages.map((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)).filter(Boolean)
  return [
    `The page is ${page.url().replace(/^https?:\/\/[^/]+/, '')}.`,
    ...texts.map((text) => `It says: ${text}`),
  ].join(' ')
}

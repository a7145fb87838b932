import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOnly } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
} from 'playwright-core'
import { afterEach, beforeEach, expect } from 'vitest'

/*
 * Shared setup of the browser tests. E2E_BASE_URL is the server (the test runner reserves the name BASE_URL).
 * LOGIN_EMAIL and LOGIN_PASSWORD belong to a Super admin of a tenant with the sample world, LOGINS is JSON with a login
 * for each other role, API_CLIENT_ID and API_CLIENT_SECRET are a client of the tenant. CHROMIUM names another browser.
 */

/** URL of the server without a trailing slash; empty if the browser tests are skipped. */
export const baseUrl = process.env.E2E_BASE_URL?.replace(/\/$/, '') ?? ''

/** Credentials of a user. */
export interface Login {
  email: string
  password: string
}

/** Super admin of the test run. */
export const admin: Login = { email: process.env.LOGIN_EMAIL ?? '', password: process.env.LOGIN_PASSWORD ?? '' }

/**
 * Login of a role: PLANNER, ORDER_ENTRY, ACCOUNTANT or VIEWER.
 * @throws if the tests were started without one
 */
export function loginOf(role: string): Login {
  const logins = JSON.parse(process.env.LOGINS ?? '{}') as Record<string, Login>
  const login = logins[role]
  if (!login) throw new Error(`LOGINS has no user with the role ${role}`)
  return login
}

/** Reference size of all screens. */
export const viewport = { width: 1440, height: 900 }

/** WebGL without a graphics card: slow, so only for pages with a map. */
const drawsWithWebGl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** Starts a real browser. */
export async function launchBrowser({ withWebGl = false } = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      ...(withWebGl ? drawsWithWebGl : ['--disable-gpu']),
      '--disable-background-networking',
      '--font-render-hinting=none',
      '--lang=en-GB',
    ],
  })
}

/** Observed behaviour of a page. */
export interface Watch {
  requests: string[]
  /** Requests that left the origin. */
  outside: string[]
  /** Content policy violations, console errors and exceptions. */
  complaints: string[]
}

/** A watched page in a separate context. */
export interface Visit {
  context: BrowserContext
  page: Page
  watch: Watch
}

/** Default appearance of pages in the tests. */
const usual: BrowserContextOptions = { viewport, reducedMotion: 'reduce' }

/** Opens a page without a session. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ ...usual, ...options })
  const page = await context.newPage()
  return { context, page, watch: watchOver(page) }
}

/**
 * Opens a clean page before each test of the file. After the test, no request may have left the origin, and no
 * complaints may have occurred.
 * @param options.isSignedIn as the Super admin
 * @param options.withWebGl for pages with maps
 * @param options.expected responses that the tests provoke, which the browser reports as errors
 * @returns the page of the current test
 */
export function useVisit(options: { isSignedIn: boolean; withWebGl?: boolean; expected?: RegExp }): () => Visit {
  let visit: Visit
  beforeEach(async () => {
    const context = await warmContext(options.withWebGl ?? false)
    const page = await cleanPageOf(context)
    visit = { context, page, watch: watchOver(page) }
    if (options.isSignedIn) await enter(visit)
  })
  afterEach(async () => {
    await Promise.all(visit.context.pages().map((page) => page.close()))
    expect(visit.watch.outside, 'requests that left the origin').toEqual([])
    const complaints = visit.watch.complaints.filter((line) => !options.expected?.test(line))
    expect(complaints, 'policy violations and errors of the console').toEqual([])
  })
  return () => visit
}

/** Contexts reused by the tests of all files, with and without WebGL. */
const warm = new Map<boolean, BrowserContext>()

/**
 * Context of a running browser with cached application files: a new browser per file, which loads and compiles them for
 * each test, takes a tenth longer. It ends with this process.
 */
async function warmContext(withWebGl: boolean): Promise<BrowserContext> {
  const known = warm.get(withWebGl)
  if (known?.browser()?.isConnected()) return known
  const browser = await launchBrowser({ withWebGl })
  const context = await browser.newContext(usual)
  warm.set(withWebGl, context)
  return context
}

/** New page in a context that keeps only its file cache. */
async function cleanPageOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devices = await context.newCDPSession(page)
  // Cookies, storage, databases, workers and their caches.
  await devices.send('Storage.clearDataForOrigin', { origin: baseUrl, storageTypes: 'all' })
  await devices.detach()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  return page
}

/** Records requests and complaints of a page from now on. */
export function watchOver(page: Page): Watch {
  const watch: Watch = { requests: [], outside: [], complaints: [] }
  page.on('request', (request) => {
    watch.requests.push(`${request.method()} ${request.url()}`)
    // The PDF viewer is part of the browser, and mailto links open a local program.
    if (!request.url().startsWith(`${baseUrl}/`) && !/^(blob|data|chrome|chrome-extension|mailto):/.test(request.url()))
      watch.outside.push(request.url())
  })
  page.on('pageerror', (error) => watch.complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text(), message.location().url)) {
      watch.complaints.push(`${message.text()} ${message.location().url}`)
    }
  })
  return watch
}

/** The browser reports every 401; a missing session and a wrong password are normal here. */
function isExpected(text: string, url: string): boolean {
  return text.includes('status of 401') && new URL(url).pathname.startsWith('/app/')
}

/** Signs in through the form, and waits for the start page. */
export async function signIn(page: Page, { email, password }: Login = admin): Promise<void> {
  await page.goto(`${baseUrl}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
}

/** Opens the start page of the signed-in user. */
export async function openToday(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/`)
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
}

/** Session of the Super admin from an earlier page. */
let session: Cookie[] | undefined

/**
 * Signs in as the Super admin: with the session of an earlier page, or through the form if it has ended. The page is
 * then at a blank URL of the server, from which it can call; each test opens its own page.
 */
async function enter({ context, page }: Visit): Promise<void> {
  if (session === undefined || !(await isOpen(context, session))) {
    await signIn(page)
    session = await context.cookies()
  }
  await page.goto(`${baseUrl}/driver.webmanifest`)
}

/** Whether the session is still valid; if so, the browser uses it from then on. */
async function isOpen(context: BrowserContext, cookies: Cookie[]): Promise<boolean> {
  await context.addCookies(cookies)
  return (await context.request.get(`${baseUrl}/app/session`)).ok()
}

/** Switches the page to a theme at once, as if the operating system changed it. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((theme) => {
    // During a colour transition, colours belong to neither theme.
    const fades = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    return document.documentElement.dataset.theme === theme && fades.every(({ playState }) => playState !== 'running')
  }, theme)
}

/** Waits until the page is rendered, without placeholders, and no request has been sent for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(isDrawn, undefined, { timeout: 10_000 }).catch(() => {
    // A page that never finishes loading is shown as it is; the caller judges it.
  })
  await page.waitForTimeout(250)
}

/** Runs in the browser. While its files are loading, a page has neither a placeholder nor a heading. */
function isDrawn(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"], .skeleton') === null
}

/** One accessibility violation. */
export interface AxeViolation {
  id: string
  impact: string | null
  nodes: string[]
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All rules of WCAG 2.2 A and AA, and the best practices. */
const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** The rules about colours, the only ones affected by a theme. */
const rulesOnColours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Runs axe on the current page. */
export async function runAxe(page: Page, rules: RunOnly = allRules): Promise<AxeViolation[]> {
  // Evaluated instead of added as a script, because the content policy rightly forbids foreign scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // Omits details of passed rules and does not fetch style sheets again: both take longer than the check.
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'], preload: false })
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: impact ?? null,
      nodes: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    }))
  }, rules)
}

/**
 * Runs axe on the current page in light mode, then its colour rules in dark mode. The page stays open, in light mode.
 */
export async function runAxeInBothThemes(page: Page): Promise<AxeViolation[]> {
  await showTheme(page, 'light')
  const inLight = await runAxe(page)
  await showTheme(page, 'dark')
  const inDark = await runAxe(page, rulesOnColours)
  await showTheme(page, 'light')
  return [...inLight, ...inDark.map((violation) => ({ ...violation, id: `${violation.id} in dark` }))]
}

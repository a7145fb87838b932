import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoint } from '@cartage/contract/endpoint'
import type { Language } from '@cartage/contract/reading/languages'
import { i18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, configure, prettyDOM, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { test as base, expect } from 'vitest'
import { call, rememberCsrfToken } from '../api/call.ts'
import { sessionQuery } from '../session/queries.ts'
import { rootRoute, shellRoute } from '../shell/routes.tsx'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { PopupPlace } from '../ui/popup-place.tsx'
import { setHomeZone } from '../ui/time/home-zone.ts'
import { FakeServer } from './fake-server.ts'
import { type Person, sessionOf } from './session.ts'

// Ready pages need no waiting, but a busy machine takes longer than a second.
configure({ asyncUtilTimeout: 10_000, getElementError: notFound })

/**
 * Error of a failed query. The document is printed only when the message is read, once per failed test: `findBy…` fails
 * many times before it succeeds.
 */
function notFound(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  const print = () => {
    const printed = prettyDOM(container) || ''
    // The error of a timed-out `findBy…` is built from the last one.
    return message?.includes(printed) ? message : [message, printed].filter(Boolean).join('\n\n')
  }
  return Object.defineProperty(error, 'message', { configurable: true, get: print })
}

export { fireEvent, screen, waitFor, within } from '@testing-library/react'

/** A change that no page requests. It resets the guard against double submission between tests. */
const nextTest = endpoint({
  id: 'nextTest',
  method: 'DELETE',
  path: '/next-test',
  tag: 'tests',
  summary: 'Next test',
  auth: 'none',
  limit: 'none',
  since: '0.1.0',
  status: 204,
})

/** Page operations of a test: renders pages, fakes the server, and types and clicks as a user. */
export class Page {
  readonly server = new FakeServer()
  /** Types and clicks without delays. */
  readonly user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  readonly queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', gcTime: Number.POSITIVE_INFINITY },
      mutations: { networkMode: 'always', gcTime: Number.POSITIVE_INFINITY },
    },
  })
  #router: AnyRouter | undefined

  /** Signs in as this user. Defaults to a Super admin. */
  signIn(person: Person): void {
    const session = sessionOf(person)
    this.queries.setQueryData(sessionQuery.queryKey, session)
    rememberCsrfToken(session.csrf_token)
    setHomeZone(session.tenant.time_zone)
  }

  signOut(): void {
    this.queries.setQueryData(sessionQuery.queryKey, null)
  }

  /** Sets the text of a field in one step: a long form renders for each typed key. */
  async fill(field: Element, text: string): Promise<void> {
    await this.user.clear(field)
    await this.user.paste(text)
  }

  /** Adds a filter of a list by name, and leaves its values open. */
  async addFilter(name: string): Promise<void> {
    await this.user.click(await screen.findByRole('button', { name: /^Filter/ }))
    await this.user.click(await screen.findByRole('menuitem', { name }))
  }

  /** Switches the language. Defaults to English. */
  async speak(language: Language): Promise<void> {
    const file = join(import.meta.dirname, '..', 'locales', `${language}.po`)
    const catalogue = await formatter().parse(readFileSync(file, 'utf8'), {
      locale: language,
      sourceLocale: 'en',
      filename: file,
    })
    const messages = Object.entries(catalogue).map(([id, { translation }]) => [id, translation ?? ''])
    i18n.loadAndActivate({ locale: language, messages: Object.fromEntries(messages) })
  }

  /** Renders components at a path, with all contexts of the frame. */
  async show(parts: ReactNode, at = '/'): Promise<ReturnType<typeof render>> {
    const routeTree = createRootRoute({ component: () => parts, notFoundComponent: () => null })
    return await this.#draw(createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) }))
  }

  /** Opens a page at a path, with its parent routes but without the frame. */
  async open(route: AnyRoute, address: string): Promise<ReturnType<typeof render>> {
    const routeTree = treeWith(route)
    const history = createMemoryHistory({ initialEntries: [address] })
    return await this.#draw(createRouter({ routeTree, history, context: { queryClient: this.queries } }))
  }

  /** Current path. */
  get address(): string {
    return this.#router?.state.location.href ?? ''
  }

  async #draw(router: AnyRouter) {
    this.#router = router
    await router.load()
    return render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={this.queries}>
          <Toasts>
            <PopupPlace>
              <RouterProvider router={router} />
            </PopupPlace>
          </Toasts>
        </QueryClientProvider>
      </I18nProvider>,
    )
  }
}

/** Route tree of this route and its parents, without the frame. */
function treeWith(route: AnyRoute): AnyRoute {
  const root = createRootRoute({ notFoundComponent: () => null })
  const frame = createRoute({ id: 'shell', getParentRoute: () => root })
  function copyOf(original: AnyRoute): AnyRoute {
    if (original === rootRoute) return root
    if (original === shellRoute) {
      root.addChildren([frame])
      return frame
    }
    const parent = copyOf(original.options.getParentRoute())
    const copy: AnyRoute = createRoute({ ...original.options, getParentRoute: () => parent })
    parent.addChildren([copy])
    return copy
  }
  copyOf(route)
  return root
}

/** A test of pages or components. Fails on unexpected requests. */
export const test = base.extend<{ page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
  page: async ({}, use) => {
    const page = new Page()
    const fetchOfBefore = globalThis.fetch
    globalThis.fetch = page.server.fetch
    i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} })
    window.localStorage.clear()
    page.server.on(nextTest, undefined)
    await call(nextTest, {})
    page.signIn({ role: 'SUPER_ADMIN' })
    try {
      await use(page)
    } finally {
      cleanup()
      page.server.release()
      page.queries.clear()
      globalThis.fetch = fetchOfBefore
    }
    expect(page.server.unexpected).toEqual([])
  },
})

/** Error message of a field, if any. */
export function faultOf(field: HTMLElement): string | undefined {
  if (field.getAttribute('aria-invalid') !== 'true') return undefined
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

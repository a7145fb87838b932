import { CSPProvider } from '@base-ui/react/csp-provider'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isPassing } from './api/failure.ts'
import { startDensity } from './device/density.ts'
import { startLanguage } from './device/language.ts'
import { startTheme } from './device/theme.ts'
import { makeRouter } from './router.tsx'
import { endSession, isFactorRequired, isRoleMissing, isSessionOver, sessionQuery } from './session/queries.ts'
import { startLive } from './shell/live.ts'
import './ui/styles/app.css'

// Zod loads with the few pages that need it and reads its settings here. By default it tries to compile schemas with
// `new Function`, which the content security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
startTheme()
startDensity()

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: learnFrom }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => mutation.meta?.isLogin !== true && learnFrom(error),
  }),
  defaultOptions: {
    // Requests are sent even if the browser reports being offline: the server may run on this machine.
    queries: {
      retry: (failures, error) => failures < 2 && isPassing(error),
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // A failed command fails at once and is never queued, because it may no longer be intended later.
    mutations: { networkMode: 'always' },
  },
})
const router = makeRouter(queryClient)

/** Any request may reveal that the session has ended, the role has changed, or a second factor is required. */
function learnFrom(error: unknown): void {
  if (isRoleMissing(error)) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  if (isFactorRequired(error)) {
    void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }).then(() => router.invalidate())
  }
  if (!isSessionOver(error)) return
  endSession(queryClient, 'ended')
  void router.invalidate()
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
// Both are needed before the first render, and load in parallel.
const session = queryClient.fetchQuery(sessionQuery)
// The change stream starts before any page loads data, so that no change is missed. The shell stops it.
void session.then((person) => person && startLive(queryClient)).catch(() => {})
await startLanguage()
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        {/* The content security policy forbids style elements; their rules are in ui/styles/overlays.css. */}
        <CSPProvider disableStyleElements>
          <RouterProvider router={router} />
        </CSPProvider>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)

import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { makeRouter } from './router.tsx'
import { endSession, isSessionOver } from './session/session.queries.ts'
import { isPassing } from './shell/failure.ts'
import { startTheme } from './shell/theme.ts'
import './ui/app.css'

// Zod would otherwise try to compile schemas with `new Function`, which the content security policy forbids.
z.config({ jitless: true })
startTheme()

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSessionIsOver }),
  defaultOptions: {
    queries: { retry: (failures, error) => failures < 2 && isPassing(error) },
  },
})
const router = makeRouter(queryClient)

/** Any page may be the first to learn that the session has ended. */
function leaveWhenSessionIsOver(error: unknown): void {
  if (!isSessionOver(error)) return
  endSession(queryClient)
  void router.invalidate()
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

import { lazyRouteComponent } from '@tanstack/react-router'
import { isServerReached } from '../api/failure.ts'

/**
 * A page whose files are loaded when it is opened. If a newer release removed a file, the page reloads. Offline, a
 * reload would end on the browser's own error page, so the failure is shown instead.
 * @throws whatever the import throws, or an error that `isMissingPart` detects if the server is unreachable
 */
export function lazyPage<Parts extends Record<string, unknown>, Name extends keyof Parts>(
  load: () => Promise<Parts>,
  name: Name,
) {
  return lazyRouteComponent(() => load().catch(explained), name)
}

/** The router reloads for errors that start with the browser's own message. */
async function explained(error: unknown): Promise<never> {
  throw (await isServerReached()) ? error : new Error(`The server is not reached: ${error}`, { cause: error })
}

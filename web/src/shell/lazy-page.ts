import { lazyRouteComponent } from '@tanstack/react-router'
import { isServerReached } from '../api/failure.ts'

/**
 * A page whose files are loaded when it is opened. A file that is not there because a newer release has others is loaded by
 * reloading the page; without a server that would leave the browser's own error page, so the failure is shown instead.
 * @throws whatever the import throws; an error that `isMissingPart` knows when the server cannot be reached
 */
export function lazyPage<Parts extends Record<string, unknown>, Name extends keyof Parts>(
  load: () => Promise<Parts>,
  name: Name,
) {
  return lazyRouteComponent(() => load().catch(explained), name)
}

/** The router reloads for errors that begin with the browser's own words. */
async function explained(error: unknown): Promise<never> {
  throw (await isServerReached()) ? error : new Error(`The server is not reached: ${error}`, { cause: error })
}

import type { ComponentType } from 'react'

/** Page of each path. Each door is loaded separately: drivers do not load the carrier page. */
const pages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/carrier': async () => (await import('./carrier/carrier.page.tsx')).CarrierPage,
  '/track': async () => (await import('./tracking/tracking.page.tsx')).TrackingPage,
  '/portal': async () => (await import('./portal/portal.page.tsx')).PortalPage,
}

/** Loads the page of a path; undefined if it is not a door. */
export async function loadDoor(path: string): Promise<ComponentType | undefined> {
  return await pages[path.replace(/\/$/, '')]?.()
}

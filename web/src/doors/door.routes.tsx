import type { ComponentType } from 'react'

/** The page behind each address. A door is loaded alone: a driver does not load what carriers see. */
const pages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/carrier': async () => (await import('./carrier/carrier.page.tsx')).CarrierPage,
  '/track': async () => (await import('./tracking/tracking.page.tsx')).TrackingPage,
  '/portal': async () => (await import('./portal/portal.page.tsx')).PortalPage,
}

/** Loads the page of an address; undefined for one that is not a door. */
export async function loadDoor(path: string): Promise<ComponentType | undefined> {
  return await pages[path.replace(/\/$/, '')]?.()
}

import * as contract from '@cartage/contract/doors/app/logos'
import type { Tx } from '../db/tenant.ts'
import { type Server, serve } from '../http/serve.ts'
import { currentLogo } from '../tenants/organisation/views.ts'

/** Binds the logo on the pages of links (LINK-7). */
export function serveDoorLogos(server: Server): void {
  const { getTrackingLogo, getCarrierLogo, getPortalLogo, getDriverLogo } = contract
  for (const endpoint of [getTrackingLogo, getCarrierLogo, getPortalLogo, getDriverLogo]) {
    serve(server, endpoint, async ({ inTenant }) => inTenant(readLogo))
  }
}

async function readLogo(tx: Tx): Promise<contract.DoorLogo> {
  const logo = await currentLogo(tx)
  return { image: logo === undefined ? null : `data:${logo.media_type};base64,${logo.bytes.toString('base64')}` }
}

import { z } from 'zod'
import { endpoint, ofDoor } from '../../endpoint.ts'

/** Logo of the haulier for pages behind links. */
export const DoorLogo = z
  .object({
    image: z
      .string()
      .nullable()
      .describe('The file as an address of the form `data:image/png;base64,…`; null without one.'),
  })
  .meta({ id: 'DoorLogo' })
export type DoorLogo = z.output<typeof DoorLogo>

const shared = { ...ofDoor, method: 'GET', summary: 'Read the logo of the haulier', response: DoorLogo } as const

/** Logo for a tracking page. */
export const getTrackingLogo = endpoint({
  ...shared,
  door: 'TRACKING',
  id: 'getTrackingLogo',
  path: '/door/tracking/logo',
})

/** Logo for the carrier page. */
export const getCarrierLogo = endpoint({
  ...shared,
  door: 'CARRIER',
  id: 'getCarrierLogo',
  path: '/door/carrier/logo',
})

/** Logo for a portal. */
export const getPortalLogo = endpoint({
  ...shared,
  door: 'CUSTOMER',
  id: 'getPortalLogo',
  path: '/door/portal/logo',
})

/** Logo for the driver page. */
export const getDriverLogo = endpoint({
  ...shared,
  door: 'DRIVER',
  id: 'getDriverLogo',
  path: '/door/driver/logo',
})

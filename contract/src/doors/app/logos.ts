import { z } from 'zod'
import { endpoint, ofDoor } from '../../endpoint.ts'

/** The logo of the haulier, as pages behind links show it. */
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

/** For a tracking page. */
export const getTrackingLogo = endpoint({
  ...shared,
  door: 'TRACKING',
  id: 'getTrackingLogo',
  path: '/door/tracking/logo',
})

/** For the page of a carrier. */
export const getCarrierLogo = endpoint({
  ...shared,
  door: 'CARRIER',
  id: 'getCarrierLogo',
  path: '/door/carrier/logo',
})

/** For a portal. */
export const getPortalLogo = endpoint({
  ...shared,
  door: 'CUSTOMER',
  id: 'getPortalLogo',
  path: '/door/portal/logo',
})

/** For the page of a driver. */
export const getDriverLogo = endpoint({
  ...shared,
  door: 'DRIVER',
  id: 'getDriverLogo',
  path: '/door/driver/logo',
})

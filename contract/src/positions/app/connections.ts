import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { FreeObject, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Authentication methods for a polled service. */
export const telematicsSignIns = ['NONE', 'BASIC', 'BEARER', 'CLIENT_CREDENTIALS'] as const

/** Connection kinds; WEBHOOK stands for credentials that send `tracking-update`. */
export const telematicsKinds = ['RFMS', 'TRACCAR', 'WEBHOOK'] as const

const facts = {
  name: z.string().trim().min(1).max(100).describe('What people call it.'),
  base_url: z
    .string()
    .trim()
    .max(500)
    .nullable()
    .describe('Address that is polled, such as https://api.example/rfms4; null: positions are forwarded only.'),
  sign_in: z.enum(telematicsSignIns).describe('How to sign in there.'),
  user_name: z.string().trim().max(300).nullable().describe('User, or client id; null without.'),
  token_url: z.string().trim().max(500).nullable().describe('Where client credentials get a token; null without.'),
  interval_seconds: z.int().min(30).max(86_400).describe('Seconds between two polls.'),
  is_paused: z.boolean().describe('Whether it is left alone for now.'),
}

const Secret = z.string().min(1).max(4_000)

/** A device or vehicle of a connection. */
export const TelematicsSource = z
  .object({
    source_key: z
      .string()
      .describe('What the other side calls it: a VIN, the id of a device, or what a webhook named.'),
    plate: z.string().nullable().describe('Its plate there; null when unknown.'),
    label: z.string().nullable().describe('Its name there; null when unknown.'),
    resource_id: UuidOut.nullable().describe('Which vehicle it is; null: it matches none.'),
    resource_name: z.string().nullable().describe('Name of that vehicle.'),
    is_chosen: z.boolean().describe('Whether a person said so.'),
    heard_at: UtcInstant.nullable().describe('When it was last heard of; null: never.'),
    recorded_at: UtcInstant.nullable().describe('When its last position was measured; null without.'),
    value: FreeObject.nullable().describe('What it sent last; null without.'),
  })
  .meta({ id: 'AppTelematicsSource' })
export type TelematicsSource = z.output<typeof TelematicsSource>

/** Source of positions. */
export const TelematicsConnection = z
  .object({
    connection_key: z.string().describe('Id of the connection; of a webhook the client id of its credentials.'),
    kind: z.enum(telematicsKinds).describe('What it is.'),
    ...facts,
    interval_seconds: z.int().describe('Seconds between two polls; 0 where nothing is polled.'),
    has_token: z.boolean().describe('Whether it has a token that forwarded positions come with.'),
    polled_at: UtcInstant.nullable().describe('When it was polled last; null: never.'),
    heard_at: UtcInstant.nullable().describe('When something came from it last; null: never.'),
    failure: z.string().nullable().describe('Why the last poll failed and what to do; null when it did not.'),
    is_to_change: z.boolean().describe('Whether that passes only when the connection is changed.'),
    sources: z.array(TelematicsSource).describe('Its devices, those that match no vehicle first, at most 500.'),
  })
  .meta({ id: 'AppTelematicsConnection' })
export type TelematicsConnection = z.output<typeof TelematicsConnection>

/** Settings of a connection; the secret is stored and never returned. */
export const NewTelematicsConnection = z
  .object({
    kind: z.enum(['RFMS', 'TRACCAR']).describe('What it is.'),
    ...facts,
    secret: Secret.optional().describe('Password, token or client secret. It is never shown again.'),
  })
  .meta({ id: 'AppNewTelematicsConnection' })
export type NewTelematicsConnection = z.output<typeof NewTelematicsConnection>

const ShownToken = z
  .object({
    connection_id: UuidOut.describe('Id of the connection.'),
    token: z.string().nullable().describe('Token to forward positions with, shown once; null where there is none.'),
  })
  .meta({ id: 'AppTelematicsToken' })

const params = z.object({ connection_id: Uuid.describe('Id of the connection.') })
const write = { ...ofApplication, permission: 'credential.write' } as const

/** All connections with the latest report of each device. */
export const listTelematicsConnections = endpoint({
  ...ofApplication,
  id: 'listTelematicsConnections',
  method: 'GET',
  path: '/app/telematics/connections',
  summary: 'Where positions come from, and what matches no vehicle',
  permission: 'setting.read',
  response: z
    .object({
      items: z.array(TelematicsConnection).describe('Connections, then credentials of webhooks.'),
      driver_page: z
        .object({
          is_allowed: z.boolean().describe('Whether drivers may share the position of their phone.'),
          drivers: z
            .array(
              z.object({
                resource_id: UuidOut.describe('The driver.'),
                name: z.string().describe('Name of the driver.'),
                agreed_at: UtcInstant.describe('When the driver agreed.'),
                recorded_at: UtcInstant.nullable().describe('When the last position was measured; null without.'),
              }),
            )
            .describe('Drivers who agreed, by name, at most 500.'),
        })
        .describe('Positions from the page of drivers.'),
      forward_url: z.string().nullable().describe('Address that Traccar forwards to; null: PUBLIC_URL is not set.'),
    })
    .meta({ id: 'AppTelematicsConnections' }),
})

/** Adds a connection. */
export const addTelematicsConnection = endpoint({
  ...write,
  id: 'addTelematicsConnection',
  method: 'POST',
  creates: 'header',
  path: '/app/telematics/connections',
  summary: 'Add a connection to a telematics service',
  body: NewTelematicsConnection,
  response: ShownToken,
})

/** Changes a connection. */
export const changeTelematicsConnection = endpoint({
  ...write,
  id: 'changeTelematicsConnection',
  method: 'PUT',
  path: '/app/telematics/connections/{connection_id}',
  summary: 'Change a connection',
  description: 'Without secret the present one stays; another address needs its own secret.',
  params,
  body: NewTelematicsConnection.omit({ kind: true }),
  status: 204,
})

/** Removes a connection. */
export const removeTelematicsConnection = endpoint({
  ...write,
  id: 'removeTelematicsConnection',
  method: 'DELETE',
  path: '/app/telematics/connections/{connection_id}',
  summary: 'Remove a connection',
  description: 'Positions that it sent stay.',
  params,
  status: 204,
})

/** Creates a new token for forwarding positions and invalidates the old one. */
export const rotateTelematicsToken = endpoint({
  ...write,
  id: 'rotateTelematicsToken',
  method: 'POST',
  creates: 'header',
  path: '/app/telematics/connections/{connection_id}/token',
  summary: 'New token for forwarded positions',
  params,
  response: ShownToken,
})

/** Assigns a device to a vehicle. */
export const setTelematicsVehicle = endpoint({
  ...ofApplication,
  id: 'setTelematicsVehicle',
  method: 'PUT',
  path: '/app/telematics/vehicle',
  summary: 'Say which vehicle a device is',
  description: 'What it sent last counts at once. With null it is matched by VIN, plate and ids again.',
  permission: 'resource.write',
  body: z
    .object({
      connection_key: z.string().min(1).max(100).describe('Id of the connection, as listed.'),
      source_key: z.string().min(1).max(500).describe('Id of the device, as listed.'),
      resource_id: Uuid.nullable().describe('The vehicle; null: none is chosen any more.'),
    })
    .meta({ id: 'AppTelematicsVehicle' }),
  status: 204,
})

/** Sets whether drivers may share their phone's position. */
export const setDriverPositions = endpoint({
  ...ofApplication,
  id: 'setDriverPositions',
  method: 'PUT',
  path: '/app/telematics/driver-page',
  summary: 'Whether drivers may share the position of their phone',
  description: 'Each driver agrees on the own phone. When it is not allowed any more, positions are refused at once.',
  permission: 'setting.write',
  body: z.object({ is_allowed: z.boolean().describe('Whether they may.') }).meta({ id: 'AppDriverPositions' }),
  status: 204,
})

/** Receives positions forwarded by Traccar. */
export const reportTraccarPosition = endpoint({
  id: 'reportTraccarPosition',
  method: 'POST',
  path: '/app/telematics/traccar',
  tag: 'application',
  summary: 'Positions that Traccar forwards',
  description: 'With the token of the connection as Bearer, in the form that forward.type = json of Traccar sends.',
  auth: 'none',
  limit: 'none',
  since: '0.1.0',
  added: true,
  body: z
    .looseObject({
      position: FreeObject.nullish().describe('The position.'),
      device: FreeObject.nullish().describe('The device.'),
    })
    .meta({ id: 'AppTraccarForward' }),
  status: 204,
})

import { statement } from '../../db/statement.ts'

/** Codes of the tenant's transport services. */
export const findServices = statement('db.find_services', 'select code from transport_service t where t.tenant_id = $1')

/** Same as findServices, by a statement that does not name the tenant. */
export const findAll = statement(
  'db.find_all_services',
  'select code from transport_service t where $1::uuid is not null',
)

/** Adds a service by its code. */
export const addService = statement(
  'db.add_service',
  'insert into transport_service (tenant_id, code, name) values ($1, $2, $2)',
)

/** Id of the PostgreSQL session. */
export const session = statement('db.find_session', 'select pg_backend_pid() as pid where $1::uuid is not null')

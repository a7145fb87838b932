/**
 * SQL: what anyone who sent something is called now; null when it is gone or was never known.
 * @param kind column with the kind of the sender; without one it is a webhook credential
 * @param id column with its public id
 */
export function nameOfSender(kind: string, id: string): string {
  return `case coalesce(${kind}, 'webhook')
         when 'client' then (select sender.name from api_client sender where sender.tenant_id = $1 and sender.client_id = ${id})
         when 'webhook' then (
           select sender.name from webhook_credential sender where sender.tenant_id = $1 and sender.client_id = ${id})
         when 'user' then (select sender.name from app_user sender where sender.tenant_id = $1 and sender.user_id = ${id}::uuid)
       end`
}

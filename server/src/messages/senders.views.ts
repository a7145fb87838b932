/**
 * SQL: current name of a sender; null when it was deleted or is unknown.
 * @param kind column with the kind of the sender; absent for a webhook credential
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

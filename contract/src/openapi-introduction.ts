/** Introduction of the API reference: first steps, and further guides. */
export const introduction = `Transport management for hauliers: orders, their progress, and events about them.

**Begin here**

- [Your first order](/help?guide=first-order): a token, an upload, and where to see how it ended.
- [Webhooks](/help?guide=webhooks): reports you send and events you receive, with ten lines of Python and of Node.js that verify a signature.
- [Errors](/help?guide=errors): what an error contains, and which requests are safe to repeat. Members that are wrong are named one by one; \`request_id\` finds the request in the logs.
- [Limits](/help?guide=limits): requests are counted for each organisation; 429 says in \`Retry-After\` how many seconds to wait.
- [Pages and cursors](/help?guide=pagination): lists answer with \`items\` and \`next_cursor\`.

**Credentials.** An API client has an id and a secret for \`POST /v1/auth/token\`, and the roles it needs: each operation names those of which one is enough. Webhooks are sent with webhook credentials, which are another pair, with Basic authentication on every request.

**Values.** Days are \`YYYY-MM-DD\`, instants end in \`Z\`, amounts and quantities are text. Members that a client does not know are ignored. A set that may grow lists the values known today next to any text; a set that is closed is an \`enum\`, and another value is 422.

**Clients from this document.** openapi-typescript, @hey-api/openapi-ts and orval make clients from \`/openapi.json\` that compile: [how](/help?guide=clients).`

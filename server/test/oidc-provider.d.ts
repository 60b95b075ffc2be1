/** The part of oidc-provider that `identity-provider.ts` uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface ProviderContext {
    path: string
    req: IncomingMessage
    res: ServerResponse
    body: unknown
    respond?: boolean
    oidc: {
      provider: Provider
      client: { clientId: string }
      session: { accountId: string }
    }
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (of: {
      clientId: string
      accountId: string
    }) => Grant
    Client: {
      find(
        id: string,
      ): Promise<{ backchannelLogout(accountId: string, session: string): Promise<unknown> } | undefined>
    }
    use(handle: (ctx: ProviderContext, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: string, listen: (...given: never[]) => void): void
  }
}

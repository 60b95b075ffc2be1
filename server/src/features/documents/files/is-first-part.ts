import type { FastifyRequest } from 'fastify'

/** Viewers of PDF fetch the head of a file and then the parts they show: only the first is an opening. */
export const isFirstPart = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^bytes=(?!0-)/.test(headers.range ?? '')

import { type Document, retryDocument } from '@exempta/contract/documents'
import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient, routeMutation } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

export function RetryButton({ document: { id, name } }: { document: Pick<Document, 'id' | 'name'> }) {
  const retry = useMutation({
    ...routeMutation(retryDocument),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['documents'] }),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Retry ${name}`}
      isLoading={retry.isPending}
      onClick={() => retry.mutate({ params: { id } })}
    >
      <RotateCw aria-hidden className="size-4" />
      Retry
    </Button>
  )
}

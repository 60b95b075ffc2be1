import { getAutomaticReview, updateAutomaticReview } from '@exempta/contract/review'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeMutation, routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'

const query = routeQuery(getAutomaticReview, {})

/** Whether certificates that are beyond doubt are verified without a reviewer; managers decide. */
export function AutomaticReviewCard() {
  const { isManager } = useMembership()
  const { data, error, refetch, isRefetching } = useQuery(query)
  const change = useMutation({
    ...routeMutation(updateAutomaticReview),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved)
      toast.success(saved.isOn ? 'Automatic review is on.' : 'Automatic review is off.')
    },
    onError: (failure) => toast.error(errorText(failure)),
  })
  return (
    <Card
      title="Automatic Review"
      description="Exempta can verify certificates that leave no doubt. They’re marked “Verified by Exempta’s rules”, and you can reopen each of them."
    >
      {data ? (
        <Switch
          label="Verify certificates automatically"
          hint="Only for customers you know: your team has verified a certificate of the same customer before, from the same person or from an address of the same organization, and its number was looked up and found. Everything must be read for sure and confirmed by the customer, nothing can be missing, the published rules must be certain, and the certificate must name your business as the seller."
          isOn={data.isOn}
          isDisabled={!isManager || change.isPending}
          onChange={(isOn) => change.mutate({ body: { isOn } })}
        />
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-16" label="Loading automatic review" />
      )}
    </Card>
  )
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SessionItem, UNKNOWN_DEVICE } from '@kernel/people/accounts';
import { Box } from '@mantine/core';
import { formatExact, formatMoment } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Badge } from '../ui/feedback/badge';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Icon } from '../ui/parts/icon';
import { Dialog } from '../ui/feedback/dialog';
import { ErrorBlock } from '../ui/feedback/error-block';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { useSessions } from './use-sessions';

/** Where the user is signed in; each session can be ended, or all at once. Its screen waits until they have loaded. */
export function SessionsCard() {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { data, error, mutate, end, endAll } = useSessions();
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    setConfirming(false);
  };
  const effects = (done: string) => ({
    onSuccess: () => {
      showSuccess(done);
      close();
    },
    onError: (failure: unknown) => {
      showError(problemText(failure));
      close();
    },
  });
  const one = useSend(end, effects(t('profile.ended')));
  const all = useSend(endAll, effects(t('profile.endedAll')));
  return (
    <Card title={t('profile.sessions')}>
      {data ? (
        <ul className="rows">
          {data.items.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => void one.trigger(session.id)} />
          ))}
        </ul>
      ) : (
        <ErrorBlock title={t('profile.sessionsFailed')} error={error} onRetry={() => void mutate()} />
      )}
      <Box className="card-foot" py="md">
        <Button
          tone="danger"
          size="sm"
          onClick={() => {
            setConfirming(true);
          }}
        >
          {t('profile.endAll')}
        </Button>
      </Box>
      <Dialog
        place="center"
        open={isConfirming}
        onClose={close}
        title={t('profile.endAllTitle')}
        actions={
          <>
            <Button tone="danger" busy={all.isMutating} onClick={() => void all.trigger()}>
              {t('profile.endAll')}
            </Button>
            <Button onClick={close}>{t('profile.stay')}</Button>
          </>
        }
      >
        <p>{t('profile.endAllText')}</p>
      </Dialog>
    </Card>
  );
}

function SessionRow({ session, onEnd }: { readonly session: SessionItem; readonly onEnd: () => void }) {
  const { t, i18n } = useTranslation();
  const time = formatMoment(session.lastSeenAt, i18n.language);
  const device = session.device === UNKNOWN_DEVICE ? t('profile.unknownDevice') : session.device;
  return (
    <li className="row">
      <Icon name={/Android|iPad|iPhone/.test(device) ? 'phone' : 'device'} />
      <span className="row-who">
        <b>{device}</b>
        {session.current ? (
          <span className="row-meta">{t('profile.thisSession')}</span>
        ) : (
          <time
            className="row-meta"
            dateTime={session.lastSeenAt}
            title={formatExact(session.lastSeenAt, i18n.language)}
          >
            {t('profile.lastSeen', { time })}
          </time>
        )}
      </span>
      {session.current ? (
        <Badge tone="success" icon="check">
          {t('profile.now')}
        </Badge>
      ) : (
        <Button size="sm" aria-label={t('profile.endNamed', { device })} onClick={onEnd}>
          {t('profile.end')}
        </Button>
      )}
    </li>
  );
}

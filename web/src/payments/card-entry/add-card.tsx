import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Checkbox } from '../../ui/forms/checkbox';
import { Icon } from '../../ui/parts/icon';
import { showSuccess } from '../../ui/feedback/toasts';
import { CardEntry } from './card-entry';
import { ConfirmFirst } from '../confirm-first';
import { enteredCard, type CardEntryHandle } from './card-entry-handle';
import { CardRefusal } from './card-refusal';
import { useCardKinds } from './use-card-kinds';
import { useCardProblem } from './use-card-problem';
import { useCardCommands } from '../use-saved-cards';

interface AddCardProps {
  /** The sender opened it. */
  readonly focused: boolean;
}

/** Saves a card without charging it, once the sender's address is confirmed. */
export function AddCard({ focused }: AddCardProps) {
  const { t } = useTranslation();
  const { isDebitOnly } = useCardKinds();
  if (useMe().emailConfirmed) return <CardForm focused={focused} />;
  return (
    <Card title={t(isDebitOnly ? 'cards.addDebit' : 'cards.add')} focused={focused}>
      <ConfirmFirst />
    </Card>
  );
}

function CardForm({ focused }: AddCardProps) {
  const { t } = useTranslation();
  const { isDebitOnly } = useCardKinds();
  const problemOf = useCardProblem();
  const { save } = useCardCommands();
  const entry = useRef<CardEntryHandle>(null);
  const [isDefault, setDefault] = useState(false);
  // Another one shows empty fields.
  const [entered, setEntered] = useState(0);
  const another = () => {
    setEntered(entered + 1);
    setDefault(false);
  };
  const { trigger, isMutating, error, reset } = useSend(
    async () => save(await enteredCard(entry.current), isDefault),
    {
      onSuccess: () => {
        showSuccess(t('cards.saved'));
        another();
      },
    },
  );
  const problem = problemOf(error);
  return (
    <Card title={t(isDebitOnly ? 'cards.addDebit' : 'cards.add')} focused={focused}>
      <div className="stack-16">
        {!problem?.isFinal && <CardEntry key={entered} ref={entry} />}
        <CardRefusal problem={problem} />
        {problem?.isFinal ? (
          <Button
            block
            onClick={() => {
              reset();
              another();
            }}
          >
            {t('cards.another')}
          </Button>
        ) : (
          <>
            <Checkbox
              label={t('cards.makeThisDefault')}
              checked={isDefault}
              onChange={(event) => {
                setDefault(event.currentTarget.checked);
              }}
            />
            <Button
              tone="primary"
              block
              busy={isMutating}
              busyText={t('cards.saving')}
              onClick={() => void trigger()}
            >
              {t('cards.save')}
            </Button>
          </>
        )}
      </div>
      <Text className="note" mt="md">
        <Icon name="shieldCheck" />
        <span>{t('cards.assuranceSave')}</span>
      </Text>
    </Card>
  );
}

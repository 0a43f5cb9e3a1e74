import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { Composer } from '#ui/Composer.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { ReasonList } from '#ui/ReasonList.tsx';
import { ResultSummary } from '#ui/ResultSummary.tsx';
import type { MaybeRich } from '#ui/RichTextField.tsx';
import { Stepper, stepName } from '#ui/Stepper.tsx';
import { WizardFrame } from '#ui/WizardFrame.tsx';
import { Piece } from './Piece.tsx';
import classes from './PiecesPage.module.css';

const steps = ['Drop', 'Map', 'Check', 'Go'];
const nothing: MaybeRich = { body: '', doc: null };
const kinds = { note: 'Note', call: 'Call' };

export function PieceWork() {
  const [kind, setKind] = useState<keyof typeof kinds>('call');
  const [text, setText] = useState<MaybeRich>(nothing);
  return (
    <>
      <Piece name="Composer">
        <Composer
          name="body"
          kinds={kinds}
          kind={kind}
          onKind={setKind}
          label="What was said"
          placeholder="What was said, what comes next…"
          value={text}
          onChange={setText}
          isKept
          submit="Log call"
          canSubmit={text.body !== ''}
          busy={false}
          onSubmit={() => setText(nothing)}
          onDiscard={() => setText(nothing)}
        >
          {kind === 'call' && <Select label="Outcome" placeholder="None" clearable data={['Answered', 'No answer']} />}
        </Composer>
      </Piece>
      <Piece name="File drop">
        <FileDrop label="A file" text="A PDF or a picture, up to 20 MB" onFile={() => {}} />
      </Piece>
      <Piece name="File being sent">
        <FileDrop
          label="Another file"
          text=""
          sending={{ name: 'leads.csv', share: 0.4, text: '4 of 10 MB', onCancel: () => {} }}
          onFile={() => {}}
        />
      </Piece>
      <Piece name="Running">
        <ResultSummary
          state="running"
          headline="Importing, 40 % done"
          progress={{ label: 'How much of the file is read', share: 0.4, isWaiting: false }}
          text="4 of 10 MB · 12,480 rows"
          hint="You may leave this page."
          counts={[{ word: 'New', tone: 'green', figure: '12,480' }]}
        />
      </Piece>
      <Piece name="Result" wide>
        <ResultSummary
          state="done"
          headline="1,180 of 1,204 rows came in, 24 were rejected"
          tone="yellow"
          text="1,204 rows · in 2 seconds"
          error={{ title: 'The file ends in the middle of a line', text: 'What is imported so far stays.' }}
          counts={[
            { word: 'New', tone: 'green', figure: '1,180' },
            { word: 'Rejected', tone: 'red', figure: '24' },
          ]}
        />
        <ReasonList
          title="What could not be read"
          reasons={[
            { key: 'a', about: 'Birth date', words: 'This is not a date', count: '20 rows rejected', rows: () => 'Line 4' },
            { key: 'b', words: 'The row has no name', count: '4 rows rejected', rows: () => 'Line 7' },
          ]}
        />
      </Piece>
      <Piece name="Wizard" wide>
        <div className={classes.wizard}>
          <WizardFrame
            label={stepName(steps, 2)}
            title="Import contacts"
            about="leads.csv"
            steps={
              <Stepper
                label="Steps"
                words={steps}
                now={2}
                linkTo={(step, className) => (
                  <a href="#page" className={className}>
                    {steps[step]}
                  </a>
                )}
              />
            }
            foot={<Button>Import 1,204 contacts</Button>}
          >
            <p>The file’s rows.</p>
          </WizardFrame>
        </div>
      </Piece>
    </>
  );
}

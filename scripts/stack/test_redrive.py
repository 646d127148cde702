"""Tests of sending dead letters again."""

import unittest
from typing import Any

from stack import redrive


class FakeSqs:
    """Two queues. A received message that is not deleted is received again."""

    def __init__(self, *bodies: str) -> None:
        self.dead = {
            body: {
                "MessageId": body,
                "Body": body,
                "ReceiptHandle": body,
                "Attributes": {"MessageGroupId": "CHI_0001"},
                "MessageAttributes": {
                    "reason": {"DataType": "String", "StringValue": "no location"},
                    "traceId": {"DataType": "String", "StringValue": "1"},
                },
            }
            for body in bodies
        }
        self.sent: list[dict[str, Any]] = []
        self.fails = False
        self.visible: set[str] = set()

    def receive_message(self, **_: object) -> dict[str, Any]:
        return {"Messages": list(self.dead.values())[:10]} if self.dead else {}

    def send_message(self, **message: Any) -> None:
        if self.fails:
            raise RuntimeError("throttled")
        self.sent.append(message)

    def change_message_visibility(self, *, QueueUrl: str, ReceiptHandle: str, VisibilityTimeout: int) -> None:
        if VisibilityTimeout == 0:
            self.visible.add(ReceiptHandle)

    def delete_message(self, *, QueueUrl: str, ReceiptHandle: str) -> None:
        del self.dead[ReceiptHandle]


class Redrive(unittest.TestCase):
    def test_receives_each_message_once(self) -> None:
        sqs = FakeSqs("a", "b")
        self.assertEqual([message["Body"] for message in redrive.receive(sqs, "dead")], ["a", "b"])

    def test_sends_more_messages_than_a_batch_with_their_group_and_without_the_reason(self) -> None:
        bodies = [f"message {number}" for number in range(25)]
        sqs = FakeSqs(*bodies)
        for message in redrive.receive(sqs, "dead"):
            redrive.send(sqs, "dead", "queue", message)
        self.assertEqual([message["MessageBody"] for message in sqs.sent], bodies)
        self.assertEqual(sqs.dead, {})
        self.assertEqual(sqs.sent[0]["MessageGroupId"], "CHI_0001")
        self.assertEqual(sqs.sent[0]["MessageAttributes"], {"traceId": {"DataType": "String", "StringValue": "1"}})

    def test_released_messages_are_visible_again(self) -> None:
        sqs = FakeSqs("a", "b")
        messages = list(redrive.receive(sqs, "dead"))
        redrive.release(sqs, "dead", messages)
        self.assertEqual(sqs.visible, {message["ReceiptHandle"] for message in messages})

    def test_a_message_that_cannot_be_sent_stays_a_dead_letter(self) -> None:
        sqs = FakeSqs("a")
        sqs.fails = True
        with self.assertRaises(RuntimeError):
            redrive.send(sqs, "dead", "queue", sqs.dead["a"])
        self.assertIn("a", sqs.dead)

    def test_describes_a_message_with_its_reason(self) -> None:
        self.assertEqual(redrive.describe(FakeSqs("a").dead["a"]), "a  no location  a")
        self.assertEqual(redrive.describe({"MessageId": "b", "Body": "{}"}), "b  no reason recorded  {}")


if __name__ == "__main__":
    unittest.main()

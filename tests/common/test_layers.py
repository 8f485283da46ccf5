"""The in-process layer may be called from any thread."""

import asyncio
import threading

from asgiref.sync import async_to_sync

from spades_site.common.server.layers import LoopHopChannelLayer


async def test_a_message_sent_from_another_thread_wakes_the_receivers_loop() -> None:
    layer = LoopHopChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("table", channel)

    sender = threading.Thread(
        target=lambda: async_to_sync(layer.group_send)("table", {"type": "view", "v": 3})
    )
    sender.start()
    # Nothing else happens on this loop: without the hop it would sleep until the time-out.
    message = await asyncio.wait_for(layer.receive(channel), 5)
    await asyncio.to_thread(sender.join)

    assert message == {"type": "view", "v": 3}
    assert layer.home is asyncio.get_running_loop()


async def test_a_layer_whose_loop_is_gone_binds_to_the_next_one() -> None:
    layer = LoopHopChannelLayer()
    loop = asyncio.new_event_loop()
    layer.home = loop
    loop.close()

    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    await layer.group_send("table", {"type": "view"})

    assert await asyncio.wait_for(layer.receive(channel), 5) == {"type": "view"}
